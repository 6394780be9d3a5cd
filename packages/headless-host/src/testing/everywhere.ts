import type { NativePlatform } from '../artifact/Artifact.types.ts';
import type { EngineName } from '../engines/Engine.types.ts';
import { TEST_ENGINES } from './testEngines.ts';

/** Every engine with every platform. */
export const EVERYWHERE: readonly [EngineName, NativePlatform][] = TEST_ENGINES.flatMap((engine) =>
  (['ios', 'android'] as const).map((platform): [EngineName, NativePlatform] => [engine, platform]),
);
