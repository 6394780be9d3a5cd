import type { TopicDetails, TopicRecord, VersionChoice } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectDevice } from '../../testing/connectDevice.ts';
import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';

const APP = 'com.acme.orders';
let server: TestServer;
let deviceId: string;

beforeAll(async () => {
  server = await startTestServer();
  const { token } = await connectDevice(server.url, { topics: ['promo-tea'], isOnline: false });
  await connectDevice(server.url, { topics: ['promo-tea', 'news'], isOnline: false });
  deviceId = (await server.client.findDevices({ token })).items[0]!.id;
});
afterAll(() => server.close());

const run = (...args: string[]) => miniapp(args, { env: server.env });

describe('miniapp topics', () => {
  it('lists them by how they begin, and shows who has one', async () => {
    const { json } = await run('topics', 'list', '--prefix', 'promo', '--json');
    const { topics } = json() as { topics: TopicRecord[] };
    expect(topics).toEqual([{ topic: 'promo-tea', subscribers: { devices: 2, isExact: true } }]);
    expect((await run('topics', 'list')).stdout).toMatch(/^ +news +1$/m);
    expect((await run('topics', 'list', '--prefix', 'other')).stdout).toContain('no such topic');
    const shown = await run('topics', 'show', 'promo-tea', '--json');
    const { topic } = shown.json() as { topic: TopicDetails };
    expect(topic.joined.reduce((all, { devices }) => all + devices, 0)).toBe(2);
    expect((await run('topics', 'show', 'promo-tea')).stdout).toContain('promo-tea: 2 devices');
  });
});

describe('miniapp devices choice', () => {
  const choice = (...args: string[]) =>
    run('devices', 'choice', deviceId, '--app', APP, '--host-version', '1.4.0', ...args);

  beforeAll(async () => {
    const digests = { sha256: 'a'.repeat(64), size: 1000 };
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      const folder = `https://cdn.elsewhere.example/mini-apps/${APP}/${version}`;
      await server.client.registerVersion({
        appId: APP,
        name: 'Orders',
        version,
        manifestUrl: `${folder}/mf-manifest.json`,
        bundleZipUrl: `${folder}/\${platform}.zip`,
        permissions: [],
        minHostVersion: version === '1.2.0' ? '2.0.0' : '1.0.0',
      });
      await server.client.stateDigests(APP, version, { ios: digests, android: digests });
    }
    await server.client.releaseVersion(APP, '1.0.0', { percentage: 100 });
    await server.client.releaseVersion(APP, '1.1.0', { percentage: 10, cohorts: ['qa'] });
    await server.client.releaseVersion(APP, '1.2.0', { percentage: 100 });
  });

  it('names every version that it may get while the install is not known, and why not the others', async () => {
    const { code, stdout, stderr } = await choice('--platform', 'ios');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('It would get 1.1.0 (10 % of installs), or 1.0.0 (90 % of installs).');
    expect(stdout).toMatch(/1\.2\.0 +100 % +host too old: it needs host 2\.0\.0/);
  });

  it('says what a tester gets, and a certain install', async () => {
    const tester = await choice('--platform', 'ios', '--cohort', 'qa', '--json');
    expect(tester.json()).toMatchObject({
      choice: { version: '1.1.0' },
      possible: [{ version: '1.1.0', percent: 100 }],
    });
    const install = await choice('--platform', 'android', '--install-id', 'phone-1', '--json');
    const { choice: found, possible } = install.json() as {
      choice: VersionChoice;
      possible: object[];
    };
    const resolved = await server.client.resolve(APP, {
      platform: 'android',
      hostVersion: '1.4.0',
      installId: 'phone-1',
    });
    expect(found.version).toBe(resolved.version);
    expect(possible).toEqual([{ version: resolved.version, percent: 100 }]);
  });

  it('says what does not fit, before it asks', async () => {
    for (const [args, words] of [
      [['--cohort', 'Q A'], '--cohort does not fit'],
      [['--install-id', 'a b'], '--install-id does not fit'],
      [['--platform', 'windows'], '--platform'],
    ] as const) {
      const refused = await choice(...args);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(words)]);
    }
    const without = await run('devices', 'choice', deviceId, '--app', APP);
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('--host-version')]);
  });
});

describe('miniapp devices unregister', () => {
  it('unregisters a device, once somebody said so', async () => {
    const unasked = await run('devices', 'unregister', deviceId);
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect((await server.client.getDevice(deviceId)).id).toBe(deviceId);
    const { code, stdout } = await run('devices', 'unregister', deviceId, '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('is not registered any more')]);
    const gone = await run('devices', 'show', deviceId);
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('miniapp devices list')]);
  });
});
