import type { Pool } from 'pg';

import type { NumberedClaim } from '../Database.types.ts';
import type { NumberedClaims } from '../numberedClaims.ts';
import { numberParameters } from './numberParameters.ts';
import type { PostgresChanges } from './PostgresChanges.ts';

/**
 * Assigns the next numbers of a clock to due rows with one statement; returns the results of the steps, those on rows that
 * are put aside last.
 */
export async function claimNumbered(
  { numberPool, changes }: { numberPool: Pool; changes: PostgresChanges },
  { atOnce, steps, asideSteps }: NumberedClaims,
  { among, at, limit, aside }: NumberedClaim,
  provided?: string,
): Promise<object[][]> {
  const telling = aside && changes.stepThatNotifies(aside.told, 'aside');
  const { rows } = await numberPool.query<{ step: number; given: object }>(
    numberParameters(atOnce(provided, telling && [telling.sql])),
    [
      ...among,
      limit,
      ...(aside ? [JSON.stringify(aside.rows)] : []),
      at,
      ...(telling?.parameters ?? []),
    ],
  );
  const given = [...steps, ...asideSteps, ...(telling ? [telling] : [])].map((): object[] => []);
  for (const row of rows) given[row.step]!.push(row.given);
  const told = telling && given.pop()!;
  if (aside && told!.length > 0) changes.emit(aside.told);
  return given;
}
