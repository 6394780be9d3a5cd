export { createCacheFiles } from './createCacheFiles.ts';
export { createFetchApi } from './createFetchApi.ts';
export { createIndexedDbStore } from './createIndexedDbStore.ts';
export { createWebDevice } from './createWebDevice.ts';
export { createWebLoaders } from './createWebLoaders.ts';
export { interceptBack } from './interceptBack.ts';
export type { BackHandlers } from '../navigation/BackHandlers.ts';
export { sharedModules as webSharedModules } from '../federation/sharedModules.ts';
export type { SharedModule, SharedModules } from '../federation/SharedModules.types.ts';
