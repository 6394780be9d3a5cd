import type { Pool } from 'pg';

import type { NumberedClaims } from '../numberedClaims.ts';
import { numberParameters } from './numberParameters.ts';

/** Assigns the next numbers to rows that are due of a clock by one statement; returns the results of the steps. */
export async function claimNumbered(
  pool: Pool,
  { atOnce, steps }: NumberedClaims,
  now: number,
  limit: number,
  provided?: string,
): Promise<object[][]> {
  const given = steps.map((): object[] => []);
  const { rows } = await pool.query<{ step: number; given: object }>(
    numberParameters(atOnce(provided)),
    [now, limit, now],
  );
  for (const row of rows) given[row.step]!.push(row.given);
  return given;
}
