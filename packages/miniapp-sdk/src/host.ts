export { canIUse } from './canIUse.ts';
export { bindStandalone } from './sdk/binding.ts';
export { createSdk } from './sdk/createSdk.ts';
export { type GuardOptions, guardServices } from './sdk/guardServices.ts';
export { localeInfo, localeOfDevice } from './sdk/localeOfDevice.ts';
export { type ServicesOwner, ownServices } from './sdk/ownServices.ts';
export { pushRefused } from './sdk/pushRefused.ts';
export { refuseOverQuota, storable } from './sdk/storable.ts';
export { HostError, type HostErrorCode } from './sdk/HostError.ts';
export type {
  ApiMethod,
  AuthState,
  AuthStatus,
  HostServices,
  LifecycleState,
  LocaleInfo,
  StorageInfo,
} from './sdk/HostServices.types.ts';
export type { Sdk } from './sdk/Sdk.types.ts';
export { type MutableObservable, type Observable, createObservable } from '@host/contracts';
export {
  type HostCall,
  type MemoryHost,
  type MemoryHostOptions,
  createMemoryHost,
} from './memory/createMemoryHost.ts';
