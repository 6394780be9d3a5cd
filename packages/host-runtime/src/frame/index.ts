export { startFrame } from './startFrame.tsx';
export { sharedModules as webSharedModules } from '../federation/sharedModules.ts';
