export { createNativeLoader } from './createNativeLoader.ts';
export type { ScriptFiles, ScriptManager } from './ScriptManager.types.ts';
export { sharedModules as nativeSharedModules } from '../federation/sharedModules.ts';
export type { SharedModule, SharedModules } from '../federation/SharedModules.types.ts';
