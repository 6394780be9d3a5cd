// Separate from the code that opens mini-apps under development, which must not be bundled into production builds.
export { AddressForm, type AddressFormProps } from './AddressForm.tsx';
export type { Build, Development, OpenDevelopment } from './Development.types.ts';
export { MiniAppInDevelopment, type MiniAppInDevelopmentProps } from './MiniAppInDevelopment.tsx';
export { isLocal } from './readAddress.ts';
