import type { EngineName } from '../engines/Engine.types.ts';
import { whyNoHermes } from '../engines/hermes/hermesBinary.ts';

/** The engines that are available here: a missing one is reported by the tests' global setup. */
export const TEST_ENGINES: readonly EngineName[] =
  whyNoHermes() === undefined ? ['v8', 'hermes'] : ['v8'];
