import type { EngineName } from '../engines/Engine.types.ts';
import { whyNoHermes } from '../engines/hermes/hermesBinary.ts';

/** The engines that can be had here: a missing one is reported by the set-up of the tests. */
export const TEST_ENGINES: readonly EngineName[] =
  whyNoHermes() === undefined ? ['v8', 'hermes'] : ['v8'];
