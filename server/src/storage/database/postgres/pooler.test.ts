import { randomUUID } from 'node:crypto';

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { lookAtDatabase } from '../../../commands/doctor/lookAtDatabase.ts';
import { startPgBouncer } from '../testing/startPgBouncer.ts';
import { openPostgresDatabase } from './openPostgresDatabase.ts';
import { PoolerInBetween } from './ownSessions.ts';

const [postgresUrl, pgbouncerPath] = [inject('postgresUrl'), inject('pgbouncerPath')];
const given =
  postgresUrl === undefined || pgbouncerPath === undefined ? [] : [{ postgresUrl, pgbouncerPath }];

const IGNORES =
  'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, lock_timeout, options';

describe.each(given)('a pooler in front of PostgreSQL', (services) => {
  // Of its own: a pooler leaves out the search path, by which other tests have a schema of theirs.
  const name = `pooled_${randomUUID().replaceAll('-', '')}`;
  let admin: Client;
  let url: string;
  beforeAll(async () => {
    admin = new Client({ connectionString: services.postgresUrl });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const address = new URL(services.postgresUrl);
    address.pathname = `/${name}`;
    url = address.href;
  });
  afterAll(async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });

  // With lent sessions, a node hears of no change of others: a key that was revoked would go on sending there.
  it.each([
    ['for a transaction', ['pool_mode = transaction', IGNORES]],
    ['without its settings', ['pool_mode = session', IGNORES]],
    ['as it is installed', ['pool_mode = transaction']],
  ])(
    'that lends sessions %s is refused at the start, and found by the doctor',
    async (_, lines) => {
      const pooler = await startPgBouncer(services.pgbouncerPath, url, lines);
      try {
        await expect(openPostgresDatabase(pooler.url)).rejects.toThrow(PoolerInBetween);
        const { findings } = await lookAtDatabase({
          folder: '',
          database: { url: pooler.url },
          objectsUrl: '',
        });
        expect(findings).toEqual([
          {
            what: 'database',
            status: 'failed',
            detail: expect.stringContaining('leads to a pooler'),
            cure: expect.stringContaining('PostgreSQL itself'),
          },
        ]);
      } finally {
        await pooler.stop();
      }
    },
  );

  it('is not taken for one where there is none', async () => {
    const db = await openPostgresDatabase(url);
    await db.close();
    const { findings } = await lookAtDatabase({ folder: '', database: { url }, objectsUrl: '' });
    expect(findings).toEqual([expect.objectContaining({ status: 'ok' })]);
  });
});
