import { createHash } from 'node:crypto';

import type { VersionReport } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testQuotas } from '../../operations/quotas/testing/testQuotas.ts';
import { type TestServer, createTestServer, newAppId } from '../../testing/createTestServer.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { findPeriod } from '../records/periodRows.ts';
import { InstallQuota } from './InstallQuota.ts';
import { recordReport } from './recordReport.ts';

const THRESHOLD = { installs: 3, percent: 10 };
const NOON = Date.parse('2026-01-10T12:00:00Z');
const NEXT_DAY = Date.parse('2026-01-11T00:00:01Z');

describe.each(testEngines())('counting the starts of a version ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  let quota: InstallQuota;
  beforeAll(() => void (quota = new InstallQuota(server.db, testQuotas())));
  const record = (appId: string, network: number, now: number, kind: VersionReport['kind']) =>
    recordReport(
      { db: server.db, threshold: THRESHOLD, quota, digestKey: Buffer.from('a key') },
      {
        appId,
        now,
        address: `198.51.${network}.1`,
        report: {
          version: '1.0.0',
          platform: 'ios',
          hostVersion: '1.0.0',
          installId: `install-${network}`,
          kind,
        },
      },
    );
  const countsOf = async (appId: string) => {
    const { installs, networks, failed_installs } = (await findPeriod(server.db, appId, '1.0.0'))!;
    return [installs, networks, failed_installs];
  };

  it('begins anew with the day, so that what ran well for long does not hide what fails now', async () => {
    const appId = newAppId();
    for (let network = 0; network < 100; network++) await record(appId, network, NOON, 'loaded');
    expect(await countsOf(appId)).toEqual([100, 100, 0]);
    expect(await record(appId, 0, NEXT_DAY, 'hung')).toBe(false);
    expect(await record(appId, 1, NEXT_DAY, 'hung')).toBe(false);
    expect(await record(appId, 2, NEXT_DAY, 'hung')).toBe(true);
    expect(await countsOf(appId)).toEqual([3, 3, 3]);
  });

  it('keeps no digest of a network or an install that can be made without the key, or is the same elsewhere', async () => {
    const apps = [newAppId(), newAppId()];
    for (const appId of apps) await record(appId, 7, NOON, 'loaded');
    const rows = await server.db.all<{ network: string; install: string }>(
      'SELECT network, install FROM report_installs WHERE app_id IN (?, ?)',
      ...apps,
    );
    const kept = rows.flatMap(({ network, install }) => [network, install]);
    expect(new Set(kept).size).toBe(4);
    for (const text of ['198.51.7', '198.51.7.1', 'install-7']) {
      const open = createHash('sha256').update(text).digest('base64url').slice(0, 22);
      expect(kept).not.toContain(open);
    }
  });

  it('goes on over days while too few have reported', async () => {
    const appId = newAppId();
    for (let day = 0; day < 2; day++) {
      expect(await record(appId, day, NOON + day * 86_400_000, 'hung')).toBe(false);
    }
    expect(await record(appId, 2, NOON + 2 * 86_400_000, 'hung')).toBe(true);
  });

  it('counts an install that ran and then fails as one that fails, once', async () => {
    const appId = newAppId();
    for (const kind of ['loaded', 'hung', 'crashed-on-start', 'loaded'] as const) {
      await record(appId, 1, NOON, kind);
    }
    expect(await countsOf(appId)).toEqual([1, 1, 1]);
  });

  it('forgets the installs of days that are over, little by little', async () => {
    const appId = newAppId();
    for (let network = 0; network < 30; network++) await record(appId, network, NOON, 'loaded');
    for (let network = 0; network < 4; network++) await record(appId, network, NEXT_DAY, 'loaded');
    const rows = await server.db.all('SELECT 1 FROM report_installs WHERE app_id = ?', appId);
    expect(rows).toHaveLength(4);
  });
});
