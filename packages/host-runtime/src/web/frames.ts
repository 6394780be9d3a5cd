// A host that runs mini-apps in frames alone: nothing of React Native, and nothing that mini-apps would take from it.
export { createHost } from '../createHost.ts';
export { BackHandlers } from '../navigation/BackHandlers.ts';
export { createFetchApi } from './createFetchApi.ts';
export { createFrameLoader } from './createFrameLoader.tsx';
export { createWebDevice } from './createWebDevice.ts';
