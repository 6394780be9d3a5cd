import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { openSqlite } from '../src/storage/database/sqlite/openSqlite.ts';
import { newAppId } from '../src/testing/createTestServer.ts';
import { type Answer, clientOf } from './testing/client.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const VERSIONS = 24;
const ROUNDS = 3;
const WORKERS = 6;

/** A change that a client asked for, and the answer if one came. */
interface Asked {
  path: string;
  body: object;
  key: string;
  answer?: Answer;
}

describe('kill -9 during registrations and releases', () => {
  const built = useServer();

  it(
    'loses nothing that was answered, leaves nothing half, and a retry has exactly one effect',
    { timeout: 120_000 },
    async () => {
      let server = await built.start(await built.newFolder());
      let interrupted = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const apps = Array.from({ length: VERSIONS }, () => newAppId());
        await inParallel(apps, (appId) => clientOf(server).uploadAll(appId, '1.0.0'));

        const asked = await askUntilKilled(server, apps, (VERSIONS * 2 * (round + 0.5)) / ROUNDS);
        interrupted += asked.filter(({ answer }) => !answer).length;
        refuseHalves(server.dataDir);

        server = await server.restart();
        await compareAnswers(server, asked);
        await retryAll(server, apps);
      }
      // Otherwise every kill came when nothing was under way.
      expect(interrupted).toBeGreaterThan(0);
      await server.kill('SIGKILL');
    },
  );

  /** Registers and releases, several at a time, until so many answers are there; then the process is killed. */
  async function askUntilKilled(server: StartedServer, apps: string[], answers: number) {
    const client = clientOf(server);
    const asked: Asked[] = [];
    let killed: Promise<unknown> | undefined;
    await inParallel(apps, async (appId) => {
      for (const change of changesOf(client, appId)) {
        if (killed) return;
        asked.push(change);
        try {
          change.answer = await client.post(change.path, change.body, keyed(change));
        } catch {
          return;
        }
        expect(change.answer.status, change.answer.bytes.toString()).toBeLessThan(300);
        if (asked.filter(({ answer }) => answer).length >= answers)
          killed ??= server.kill('SIGKILL');
      }
    });
    await (killed ?? server.kill('SIGKILL'));
    return asked;
  }

  async function compareAnswers(server: StartedServer, asked: Asked[]): Promise<void> {
    const client = clientOf(server);
    for (const change of asked) {
      if (!change.answer) continue;
      const replayed = await client.post(change.path, change.body, keyed(change));
      expect(replayed.status).toBe(change.answer.status);
      expect(replayed.bytes.equals(change.answer.bytes)).toBe(true);
      expect(replayed.headers.get('idempotent-replay')).toBe('true');
    }
  }

  /** Asks for everything again under the same keys, as a client does that lost its answers. */
  async function retryAll(server: StartedServer, apps: string[]): Promise<void> {
    const client = clientOf(server);
    await inParallel(apps, async (appId) => {
      for (const change of changesOf(client, appId)) {
        const first = await client.post(change.path, change.body, keyed(change));
        const second = await client.post(change.path, change.body, keyed(change));
        expect(first.status, first.bytes.toString()).toBeLessThan(300);
        expect(second.bytes.equals(first.bytes)).toBe(true);
      }
      const record = await client.send('GET', `/v1/admin/mini-programs/${appId}/versions/1.0.0`);
      expect(record.json()).toMatchObject({ status: 'released', release: { percentage: 25 } });
    });
    const effects = await auditOf(client);
    for (const appId of apps) {
      expect(effects.filter((effect) => effect.endsWith(` ${appId}@1.0.0`))).toEqual([
        `version.release ${appId}@1.0.0`,
        `version.register ${appId}@1.0.0`,
      ]);
    }
  }
});

function changesOf(client: ReturnType<typeof clientOf>, appId: string): Asked[] {
  const path = '/v1/admin/mini-programs';
  return [
    { path, body: client.registration(appId, '1.0.0'), key: `register-${appId}` },
    {
      path: `${path}/${appId}/versions/1.0.0/release`,
      body: { percentage: 25 },
      key: `release-${appId}`,
    },
  ];
}

interface AuditPage {
  items: { action: string; target: string }[];
  nextCursor?: string;
}

const keyed = ({ key }: Asked) => ({ 'idempotency-key': key });

/** The audit log, the newest first: `action target`. */
async function auditOf(client: ReturnType<typeof clientOf>): Promise<string[]> {
  const effects: string[] = [];
  let next = '/v1/admin/audit?limit=100';
  for (;;) {
    const page = (await client.send('GET', next)).json() as AuditPage;
    effects.push(...page.items.map(({ action, target }) => `${action} ${target}`));
    if (page.nextCursor === undefined) return effects;
    next = `/v1/admin/audit?limit=100&cursor=${page.nextCursor}`;
  }
}

/** Looks into the database of the dead process: what belongs together is there together. */
function refuseHalves(dataDir: string): void {
  const db = openSqlite(join(dataDir, 'host.db'));
  const halves = {
    'a version without its mini-app': `SELECT v.app_id FROM versions v WHERE NOT EXISTS
      (SELECT 1 FROM mini_programs m WHERE m.app_id = v.app_id)`,
    'a mini-app without a version': `SELECT m.app_id FROM mini_programs m WHERE NOT EXISTS
      (SELECT 1 FROM versions v WHERE v.app_id = m.app_id AND v.version = m.latest_version)`,
    'a version without its artifacts': `SELECT v.app_id FROM versions v WHERE 3 >
      (SELECT COUNT(*) FROM artifacts a WHERE a.app_id = v.app_id AND a.version = v.version)`,
    'a version without its files': `SELECT v.app_id FROM versions v WHERE 2 >
      (SELECT COUNT(*) FROM archive_files f WHERE f.app_id = v.app_id AND f.version = v.version)`,
    'a version that nobody registered': `SELECT v.app_id FROM versions v WHERE 1 <>
      (SELECT COUNT(*) FROM audit_log l WHERE l.action = 'version.register' AND l.target = v.app_id || '@' || v.version)`,
    'a registration without its version': `SELECT target FROM audit_log l WHERE action = 'version.register' AND NOT EXISTS
      (SELECT 1 FROM versions v WHERE l.target = v.app_id || '@' || v.version)`,
    'a release that nobody made': `SELECT v.app_id FROM versions v WHERE status = 'released' AND 1 <>
      (SELECT COUNT(*) FROM audit_log l WHERE l.action = 'version.release' AND l.target = v.app_id || '@' || v.version)`,
    'a released version that is not listed': `SELECT v.app_id FROM versions v JOIN mini_programs m ON m.app_id = v.app_id
      WHERE (v.status = 'released') <> (m.listed_name IS NOT NULL)`,
    'a registration whose answer is not kept': `SELECT v.app_id FROM versions v WHERE NOT EXISTS
      (SELECT 1 FROM idempotency_keys k WHERE k.idempotency_key = 'register-' || v.app_id)`,
    'a kept answer without its effect': `SELECT idempotency_key FROM idempotency_keys k WHERE NOT EXISTS
      (SELECT 1 FROM versions v WHERE k.idempotency_key IN ('register-' || v.app_id, 'release-' || v.app_id))`,
  };
  try {
    for (const [half, sql] of Object.entries(halves)) {
      expect(db.prepare(sql).all(), half).toEqual([]);
    }
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  } finally {
    db.close();
  }
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
}
