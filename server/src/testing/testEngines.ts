import { inject } from 'vitest';

import { type TestEngine, postgres, sqlite } from './testDatabase.ts';

/** The engines that can be had here: a missing PostgreSQL is reported by the set-up of the tests. */
export function testEngines(): TestEngine[] {
  const url = inject('postgresUrl');
  return url === undefined ? [sqlite] : [sqlite, postgres(url)];
}
