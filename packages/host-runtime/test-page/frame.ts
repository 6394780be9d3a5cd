import { startFrame, webSharedModules } from '@host/host-runtime/frame';

startFrame({ shared: webSharedModules() });
