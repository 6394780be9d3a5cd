export { AddressForm, type AddressFormProps } from './AddressForm.tsx';
export type { Build, Development, OpenDevelopment } from './Development.types.ts';
export { DevelopmentLinks, type DevelopmentLinksProps } from './DevelopmentLinks.tsx';
export { MiniAppInDevelopment, type MiniAppInDevelopmentProps } from './MiniAppInDevelopment.tsx';
export { openDevelopment } from './openDevelopment.ts';
export { isLocal } from './readAddress.ts';
