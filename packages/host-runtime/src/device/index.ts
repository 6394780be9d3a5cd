export { createDeviceHost, type DeviceHostOptions, deviceHostOptions } from './createDeviceHost.ts';
export {
  createDeviceParts,
  type DeviceParts,
  type DevicePartsOptions,
} from './createDeviceParts.ts';
export { createNativeStore } from './createNativeStore.ts';
export { deviceLanguages } from './deviceLanguages.ts';
export { prepareDevice } from './prepareDevice.ts';
export { speakOnDevice } from './speakOnDevice.ts';
