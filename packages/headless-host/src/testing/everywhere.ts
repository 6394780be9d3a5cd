import type { NativePlatform } from '../artifact/Artifact.types.ts';
import type { EngineName } from '../engines/Engine.types.ts';

/** Every engine with every platform. */
export const EVERYWHERE: [EngineName, NativePlatform][] = [
  ['v8', 'ios'],
  ['v8', 'android'],
  ['hermes', 'ios'],
  ['hermes', 'android'],
];
