import type { Pool } from 'pg';

import type { NumberedClaim } from '../Database.types.ts';
import type { NumberedClaims } from '../numberedClaims.ts';
import { numberParameters } from './numberParameters.ts';

/** Assigns the next numbers of a clock to due rows with one statement; returns the results of the steps. */
export async function claimNumbered(
  pool: Pool,
  { atOnce, steps }: NumberedClaims,
  { among, at, limit }: NumberedClaim,
  provided?: string,
): Promise<object[][]> {
  const given = steps.map((): object[] => []);
  const { rows } = await pool.query<{ step: number; given: object }>(
    numberParameters(atOnce(provided)),
    [...among, limit, at],
  );
  for (const row of rows) given[row.step]!.push(row.given);
  return given;
}
