import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { Client } from 'pg';
import { expect, inject, it } from 'vitest';

import type { NumberedClaims } from '../numberedClaims.ts';
import { openPostgresDatabase } from './openPostgresDatabase.ts';

const postgresUrl = inject('postgresUrl');
const MANY = 40;
const SLOW = 'SELECT pg_sleep(1.5)';
const NOTHING: NumberedClaims = {
  advance: '',
  waiting: '',
  steps: [],
  asideSteps: [],
  atOnce: () => 'SELECT 0 AS step FROM pg_sleep(0) WHERE ?::bigint + ?::bigint + ?::bigint = 0',
};
const OPERATING = new URL('../../../../../docs/operating.md', import.meta.url);

it.skipIf(postgresUrl === undefined)(
  'a node with more to do than it has connections opens as many as the operator is told, and no more',
  async () => {
    const name = `node-${randomUUID()}`;
    const address = new URL(postgresUrl!);
    address.searchParams.set('application_name', name);
    const admin = new Client({ connectionString: postgresUrl });
    await admin.connect();
    const count = async () => {
      const sql = 'SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1';
      return (await admin.query<{ count: number }>(sql, [name])).rows[0]!.count;
    };
    const db = await openPostgresDatabase(address.href);
    try {
      const over = new AbortController();
      const hold = async () => {
        while (!over.signal.aborted) await db.all(SLOW);
      };
      const times = (work: (index: number) => Promise<unknown>) =>
        Array.from({ length: MANY }, (_, index) => work(index));
      const working = Promise.allSettled([
        ...times(() => db.all(SLOW)),
        ...times((index) => db.withLock(`lock-${index}`, hold)),
        db.claimNumbered(NOTHING, { among: [1], at: 1, limit: 1 }),
      ]);
      let most = 0;
      const text = await readFile(OPERATING, 'utf8');
      const told = Number(/a node opens up to (\d+) connections/.exec(text)?.[1]);
      await expect
        .poll(async () => (most = Math.max(most, await count())), { timeout: 20_000 })
        .toBe(told);
      over.abort();
      await working;
      expect(Math.max(most, await count())).toBe(told);
    } finally {
      await db.close();
      await admin.end();
    }
  },
);
