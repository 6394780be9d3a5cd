import type { Client, Pool, PoolClient } from 'pg';

import type { SetQueries, SqlValue } from '../Database.types.ts';
import type { RowClaim } from '../rowUpdate.ts';
import { manyRows } from './manyRows.ts';
import { numberParameters } from './numberParameters.ts';
import { readable } from './postgresFailure.ts';

/** Implements queries on PostgreSQL. */
export function queriesOn(client: Pool | PoolClient | Client): SetQueries {
  const query = async (sql: string, parameters: SqlValue[]) => {
    try {
      return await client.query(numberParameters(sql), parameters);
    } catch (error) {
      throw readable(error);
    }
  };
  return {
    all: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      (await query(sql, parameters)).rows as Row[],
    get: async <Row extends object>(sql: string, ...parameters: SqlValue[]) =>
      (await query(sql, parameters)).rows[0] as Row | undefined,
    run: async (sql, ...parameters) => (await query(sql, parameters)).rowCount ?? 0,
    runMany: async (sql, rows) => {
      for (const { text, parameters } of manyRows(sql, rows)) await query(text, parameters);
    },
    updateMany: async ({ atOnce }, rows) => {
      if (rows.length > 0) await query(atOnce, [JSON.stringify(rows)]);
    },
    claimMany: async <Row extends object>({ shared }: RowClaim, ...parameters: SqlValue[]) =>
      (await query(shared, parameters)).rows as Row[],
  };
}
