import type { AnalyticsCounts, VersionReports, VersionSeries } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';

const APP = 'com.acme.orders';
const HOST = { platform: 'ios', hostVersion: '1.0.0', installId: 'install-1' } as const;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const folder = `https://cdn.elsewhere.example/mini-apps/${APP}/1.0.0`;
  await server.client.registerVersion({
    appId: APP,
    name: 'Orders',
    version: '1.0.0',
    manifestUrl: `${folder}/mf-manifest.json`,
    bundleZipUrl: `${folder}/\${platform}.zip`,
    permissions: [],
    minHostVersion: '1.0.0',
  });
});
afterAll(() => server.close());

const usage = (...args: string[]) => miniapp(['usage', ...args], { env: server.env });

describe('miniapp usage', () => {
  it('shows how versions run, and what hosts reported of one', async () => {
    expect((await usage('versions', '--app', APP)).stdout).toContain('Nobody opened');
    const report = { ...HOST, version: '1.0.0' };
    await server.client.reportVersion(APP, { ...report, kind: 'loaded' });
    await server.client.reportVersion(APP, { ...report, kind: 'crashed', message: 'It broke.' });
    const listed = await usage('versions', '--app', APP, '--days', '2', '--json');
    const { series } = listed.json() as { series: VersionSeries };
    expect(series.days.reduce((all, { loaded }) => all + loaded, 0)).toBe(1);
    expect((await usage('versions', '--app', APP)).stdout).toMatch(/1\.0\.0 +1 +100 %/);

    const { stdout } = await usage('reports', `${APP}@1.0.0`);
    expect(stdout).toContain('0 of 1 installs failed to start it');
    expect(stdout).toMatch(/crashed 1 times, last .*: It broke\./);
    const { reports } = (await usage('reports', `${APP}@1.0.0`, '--json')).json() as {
      reports: VersionReports;
    };
    expect(reports.failures).toMatchObject([{ kind: 'crashed', message: 'It broke.', count: 1 }]);
  });

  it('counts screens and events by day', async () => {
    const { installId } = HOST;
    const event = { installId, appId: APP, version: '1.0.0', at: new Date().toISOString() };
    await server.client.sendEvents([
      { ...event, id: '01j9x6y8m3k5n7q2r4t6v8w0za', type: 'screen', name: 'List' },
      { ...event, id: '01j9x6y8m3k5n7q2r4t6v8w0zb', type: 'track', name: 'order-opened' },
    ]);
    for (const [what, name] of [
      ['screens', 'List'],
      ['events', 'order-opened'],
    ] as const) {
      const { counts } = (await usage(what, '--app', APP, '--json')).json() as {
        counts: AnalyticsCounts;
      };
      expect(counts.items.map((each) => [each.name, each.count])).toEqual([[name, 1]]);
      const early = await usage(what, '--app', APP, '--from', '2020-01-01', '--to', '2020-01-02');
      expect(early.stdout).toContain(`No ${what} were counted`);
    }
    const wrong = await usage('events', '--app', APP, '--from', 'monday');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--from 2026-01-10')]);
  });
});
