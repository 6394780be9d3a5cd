export { type KeyValueStore, createKeyValueStorage } from './createKeyValueStorage.ts';
export { type NativePlatformOptions, createNativePlatform } from './createNativePlatform.ts';
export type { RemotePush } from './RemotePush.types.ts';
