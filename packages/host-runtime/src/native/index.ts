export { createNativeLoader } from './createNativeLoader.ts';
export type { ScriptFiles, ScriptManager } from './ScriptManager.types.ts';
export { nativeSharedModules } from './nativeSharedModules.ts';
export type { SharedModule, SharedModules } from '../federation/SharedModules.types.ts';
