import { inject } from 'vitest';

import { type TestEngine, postgres, sqlite } from './testDatabase.ts';

/** The engines that are available here: a missing PostgreSQL is reported by the tests' global setup. */
export function testEngines(): TestEngine[] {
  const url = inject('postgresUrl');
  return url === undefined ? [sqlite] : [sqlite, postgres(url)];
}
