// For a host that only runs mini-apps in frames: without React Native, and without the shared modules.
export { createHost } from '../createHost.ts';
export { BackHandlers } from '../navigation/BackHandlers.ts';
export { createFetchApi } from './createFetchApi.ts';
export { createFrameLoader } from './createFrameLoader.tsx';
export { createWebDevice } from './createWebDevice.ts';
