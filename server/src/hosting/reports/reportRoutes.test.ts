import {
  type AuditEntry,
  LIMITS,
  type RegistrationRecord,
  type VersionReports,
} from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';

const REPORT = {
  version: '1.0.0',
  platform: 'ios',
  hostVersion: '1.0.0',
  installId: 'install-1',
  kind: 'loaded',
};

/** An address in a network of its own. */
const addressOf = (network: number) => `198.${network >> 8}.${network & 255}.7`;

describe.each(testEngines())('reports of a version ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const released = async () => {
    const appId = newAppId();
    await vouchFor(server, appId, '1.0.0', { release: {} });
    return appId;
  };
  const report = (appId: string, changes: object = {}, remoteAddress = '203.0.113.7') =>
    server.post(
      `/v1/mini-programs/${appId}/reports`,
      { ...REPORT, ...changes },
      { token: undefined, remoteAddress },
    );
  /** One report of each of some installs, each in a network of its own. */
  const reportFrom = async (appId: string, range: readonly [number, number], kind: string) => {
    for (let index = range[0]; index < range[1]; index++) {
      const response = await report(appId, { kind, installId: `i${index}` }, addressOf(index));
      expect(response.statusCode, response.body).toBe(200);
    }
  };
  const versionPath = (appId: string) => `/v1/admin/mini-programs/${appId}/versions/1.0.0`;
  const recordOf = async (appId: string) =>
    (await server.send('GET', versionPath(appId))).json<RegistrationRecord>();
  const reportsOf = async (appId: string) => {
    const response = await server.send('GET', `${versionPath(appId)}/reports`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<VersionReports>();
  };

  it('are counted per day and kind, and each install once', async () => {
    const appId = await released();
    await report(appId, { durationMs: 100 });
    await report(appId, { durationMs: 301 });
    await report(appId, { installId: 'install-2', kind: 'load-failed', message: 'No network' });
    await report(appId, { kind: 'crashed-on-start' });
    await report(appId, { kind: 'hung' });
    await report(appId, { kind: 'crashed', installId: 'install-3' });
    await report(appId, { kind: 'complaint', message: 'The prices are not mine' });
    const { days, starts } = await reportsOf(appId);
    expect(days).toEqual([
      {
        day: new Date().toISOString().slice(0, 10),
        installs: 3,
        loaded: 2,
        loadFailed: 1,
        crashedOnStart: 1,
        hung: 1,
        crashed: 1,
        complaints: 1,
        averageLoadMs: 201,
      },
    ]);
    // All of them behind one address, and one install of them failed to start.
    expect(starts).toEqual({
      since: expect.any(String),
      installs: 3,
      failedInstalls: 1,
      networks: 1,
      failedNetworks: 1,
    });
  });

  it('lose no count when they come at the same time', async () => {
    const appId = await released();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        report(appId, { installId: `i${index % 10}` }, addressOf(index % 5)),
      ),
    );
    const { days, starts } = await reportsOf(appId);
    expect(days).toMatchObject([{ loaded: 30, installs: 10 }]);
    expect(starts).toMatchObject({ installs: 10, networks: 5 });
  });

  it('are grouped by message and place, the one that came last first, 50 at most', async () => {
    const appId = await released();
    const stack = (place: string) => `Error: x\n    at App (${place})\n    at other (b.js:1:1)`;
    const crash = (message: string, place: string) =>
      report(appId, { kind: 'crashed', message, stack: stack(place) });
    for (let index = 0; index < LIMITS.reportedFailures + 5; index++) {
      await crash('boom', `a.js:${index}:1`);
    }
    await crash('boom', 'a.js:20:1');
    await report(appId, { kind: 'hung', hostVersion: '2.0.0', platform: 'web' });
    const { failures } = await reportsOf(appId);
    expect(failures).toHaveLength(LIMITS.reportedFailures);
    expect(failures[0]).toMatchObject({
      kind: 'hung',
      message: '',
      platform: 'web',
      hostVersion: '2.0.0',
      count: 1,
    });
    const twice = failures.filter(({ count }) => count === 2);
    expect(twice).toMatchObject([{ message: 'boom', stack: stack('a.js:20:1'), kind: 'crashed' }]);
    const isKept = (place: string) => failures.some((each) => each.stack === stack(place));
    // All are at one place: the first that was reported there stays.
    expect([isKept('a.js:1:1'), isKept('a.js:2:1')]).toEqual([true, false]);
  });

  it('keep no NUL character, which not every database can', async () => {
    const appId = await released();
    const response = await report(appId, { kind: 'crashed', message: 'a\u0000b', stack: '\u0000' });
    expect(response.statusCode, response.body).toBe(200);
    expect((await reportsOf(appId)).failures).toMatchObject([{ message: 'ab', stack: '' }]);
  });

  it.each([
    [{ version: '1' }, '/version'],
    [{ platform: 'tv' }, '/platform'],
    [{ hostVersion: 'x' }, '/hostVersion'],
    [{ installId: '' }, '/installId'],
    [{ kind: 'fine' }, '/kind'],
    [{ message: 'x'.repeat(2049) }, '/message'],
    [{ stack: 'x'.repeat(8193) }, '/stack'],
    [{ durationMs: -1 }, '/durationMs'],
    [{ user: 'Ada' }, '/user'],
  ])('are refused with %j', async (change, pointer) => {
    const { errors } = expectProblem(await report('com.acme.orders', change), 'invalid-body');
    expect(errors?.map((each) => each.pointer)).toEqual([pointer]);
  });

  it('are of a version that is registered', async () => {
    const appId = await released();
    expectProblem(await report(appId, { version: '9.0.0' }), 'version-not-found');
    expectProblem(await report(newAppId()), 'version-not-found');
    const url = `/v1/admin/mini-programs/${appId}/versions/9.0.0/reports`;
    expectProblem(await server.send('GET', url), 'version-not-found');
  });

  describe('that it crashes or hangs on start', () => {
    const resolve = (appId: string) =>
      server.send('GET', `/v1/mini-programs/${appId}/resolve?platform=ios&hostVersion=1.0.0`);

    it('pause the release by itself, with an entry by the system in the audit log', async () => {
      const appId = await released();
      await reportFrom(appId, [0, 15], 'loaded');
      await reportFrom(appId, [15, 19], 'crashed-on-start');
      expect((await recordOf(appId)).status).toBe('released');
      await reportFrom(appId, [19, 20], 'hung');

      const because = 'It crashed or hung on start for 5 of 20 installs.';
      const record = await recordOf(appId);
      expect(record).toMatchObject({ status: 'paused', pausedBecause: because });
      expectProblem(await resolve(appId), 'no-release');
      const audit = await server.send('GET', '/v1/admin/audit?limit=100');
      const entries = audit
        .json<{ items: AuditEntry[] }>()
        .items.filter(({ target, actor }) => target === `${appId}@1.0.0` && actor === 'system');
      expect(entries).toMatchObject([
        {
          action: 'version.pause',
          details: { from: 'released', to: 'paused', reason: because, installs: 20 },
        },
      ]);
    });

    it('count anew once an operator has released it again', async () => {
      const appId = await released();
      await reportFrom(appId, [0, 20], 'hung');
      expect((await recordOf(appId)).status).toBe('paused');
      const again = await server.post(`${versionPath(appId)}/release`);
      expect(again.json<RegistrationRecord>().pausedBecause).toBeUndefined();
      expect((await reportsOf(appId)).starts).toMatchObject({ installs: 0, failedNetworks: 0 });

      await reportFrom(appId, [0, 19], 'hung');
      expect(await recordOf(appId)).toMatchObject({ status: 'released' });
      expect((await resolve(appId)).statusCode).toBe(200);
      await reportFrom(appId, [19, 20], 'hung');
      expect((await recordOf(appId)).status).toBe('paused');
    });

    it('pause nothing below a tenth of the installs', async () => {
      const appId = await released();
      await reportFrom(appId, [0, 50], 'loaded');
      await reportFrom(appId, [50, 55], 'hung');
      expect((await recordOf(appId)).status).toBe('released');
      await reportFrom(appId, [55, 56], 'hung');
      expect((await recordOf(appId)).status).toBe('paused');
    });

    it('pause nothing when they come from one network, under however many names', async () => {
      const appId = await released();
      await reportFrom(appId, [0, 25], 'loaded');
      for (let index = 0; index < 250; index++) {
        const address = `203.0.113.${index}`;
        await report(appId, { kind: 'hung', installId: `made-up-${index}` }, address);
      }
      const { starts } = await reportsOf(appId);
      expect(starts).toMatchObject({ installs: 225, networks: 26, failedNetworks: 1 });
      expect((await recordOf(appId)).status).toBe('released');
    });

    it('pause nothing while fewer than five networks fail', async () => {
      const appId = await released();
      await reportFrom(appId, [0, 16], 'loaded');
      await reportFrom(appId, [16, 20], 'hung');
      expect((await recordOf(appId)).status).toBe('released');
    });

    it('pause nothing that is not released, and nothing for crashes later on', async () => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0');
      await reportFrom(appId, [0, 25], 'hung');
      expect((await recordOf(appId)).status).toBe('registered');
      const other = await released();
      await reportFrom(other, [0, 25], 'crashed');
      await reportFrom(other, [25, 30], 'load-failed');
      expect((await recordOf(other)).status).toBe('released');
    });

    it('pause it once, however many come at the same time', async () => {
      const appId = await released();
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          report(appId, { kind: 'hung', installId: `i${index}` }, addressOf(index)),
        ),
      );
      expect((await recordOf(appId)).status).toBe('paused');
      const audit = await server.send('GET', '/v1/admin/audit?limit=100');
      const entries = audit
        .json<{ items: AuditEntry[] }>()
        .items.filter(({ target, actor }) => target === `${appId}@1.0.0` && actor === 'system');
      expect(entries).toHaveLength(1);
    });
  });
});

describe('reports of one address', () => {
  it('are taken so many times a minute', async () => {
    const server = await createTestServer();
    const url = '/v1/mini-programs/com.acme.orders/reports';
    const codes = [];
    for (let index = 0; index < 301; index++) codes.push((await server.post(url)).statusCode);
    expect(codes.lastIndexOf(422)).toBe(299);
    expect(codes.at(-1)).toBe(429);
    await server.close();
  });
});
