// Apart from what opens mini-apps in development: a screen that is in builds for people, too, must not bring that along.
export { AddressForm, type AddressFormProps } from './AddressForm.tsx';
export type { Build, Development, OpenDevelopment } from './Development.types.ts';
export { MiniAppInDevelopment, type MiniAppInDevelopmentProps } from './MiniAppInDevelopment.tsx';
export { isLocal } from './readAddress.ts';
