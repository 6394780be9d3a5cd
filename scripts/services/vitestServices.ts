import type { TestProject } from 'vitest/node';

import { noteNotTested } from './noteNotTested.ts';
import { startPostgres } from './startPostgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL that all test files of a run share: make a schema of your own. Undefined when there is none. */
    postgresUrl: string | undefined;
  }
}

/**
 * Starts what tests need besides the code, before the first of them.
 *
 * @example
 * const url = inject('postgresUrl');
 * describe.skipIf(url === undefined)('on PostgreSQL', () => { … });
 */
export default async function vitestServices(project: TestProject) {
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  if (postgres.url !== undefined) return () => postgres.stop();

  const sentence =
    `PostgreSQL: ${postgres.reason}. ` +
    'Install it (Debian: `apt-get install postgresql`) or set DATABASE_URL to one that tests may write to.';
  // Where everything has to be tested, a missing service is a failure and not a skip.
  if (process.env['CI']) throw new Error(sentence);
  await noteNotTested(sentence);
  return undefined;
}
