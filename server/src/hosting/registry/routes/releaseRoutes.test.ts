import type { RegistrationRecord, ReleaseRequest } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { foreignRegistrationOf } from '../../../testing/startForeignCdn.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { vouchFor } from '../../../testing/vouchFor.ts';
import { rolloutBucket } from '../resolution/rolloutBucket.ts';

const ADMIN = '/v1/admin/mini-programs';
const RELEASED = { release: {} };

describe.each(testEngines())('releasing ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const step = (appId: string, version: string, name: string, body: object = {}) =>
    server.post(`${ADMIN}/${appId}/versions/${version}/${name}`, body);
  const recordOf = async (appId: string, version: string) =>
    (await server.send('GET', `${ADMIN}/${appId}/versions/${version}`)).json<RegistrationRecord>();
  const resolve = (appId: string, query = '') =>
    server.send('GET', `/v1/mini-programs/${appId}/resolve?platform=ios&hostVersion=1.0.0${query}`);
  /** The version that a host is given, or the code of the error. */
  const resolved = async (appId: string, query = '') => {
    const { version, code } = (await resolve(appId, query)).json();
    return (version ?? code) as string;
  };

  describe('the states of a version', () => {
    const pathTo = {
      registered: [],
      released: ['release'],
      paused: ['release', 'pause'],
      withdrawn: ['withdraw'],
    };
    const versionIn = async (status: keyof typeof pathTo) => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0');
      for (const name of pathTo[status]) await step(appId, '1.0.0', name);
      const record = await recordOf(appId, '1.0.0');
      expect(record.status).toBe(status);
      return { appId, record };
    };
    const given = (status: string) => (status === 'released' ? '1.0.0' : 'no-release');

    it.each([
      ['registered', 'release', 'released'],
      ['registered', 'withdraw', 'withdrawn'],
      ['released', 'release', 'released'],
      ['released', 'pause', 'paused'],
      ['released', 'withdraw', 'withdrawn'],
      ['paused', 'release', 'released'],
      ['paused', 'withdraw', 'withdrawn'],
    ] as const)('a %s one can %s and is %s then', async (from, name, to) => {
      const { appId } = await versionIn(from);
      const response = await step(appId, '1.0.0', name);
      expect(response.json()).toMatchObject({ status: to });
      expect(await recordOf(appId, '1.0.0')).toEqual(response.json());
      expect(await resolved(appId)).toBe(given(to));
    });

    it.each([
      ['registered', 'pause'],
      ['paused', 'pause'],
      ['withdrawn', 'release'],
      ['withdrawn', 'pause'],
      ['withdrawn', 'withdraw'],
    ] as const)('a %s one cannot %s and stays what it is', async (from, name) => {
      const { appId, record } = await versionIn(from);
      const { detail } = expectProblem(await step(appId, '1.0.0', name), 'invalid-transition');
      expect(detail).toContain(from);
      expect(await recordOf(appId, '1.0.0')).toEqual(record);
      expect(await resolved(appId)).toBe(given(from));
    });

    it('is not released by who saw another one than there is', async () => {
      const { appId } = await versionIn('released');
      const seen = { status: 'released', percentage: 100, cohorts: [] };
      await step(appId, '1.0.0', 'release', { percentage: 12.5, cohorts: ['qa'] });
      const mine = { percentage: 50, from: seen };
      expectProblem(await step(appId, '1.0.0', 'release', mine), 'release-conflict');
      const { release } = await recordOf(appId, '1.0.0');
      expect(release).toEqual({ percentage: 12.5, cohorts: ['qa'] });
      const from = { status: 'released', ...release };
      expect((await step(appId, '1.0.0', 'release', { percentage: 50, from })).statusCode).toBe(
        200,
      );
      await step(appId, '1.0.0', 'pause');
      const later = { percentage: 60, from: { ...from, percentage: 50 } };
      const { detail } = expectProblem(
        await step(appId, '1.0.0', 'release', later),
        'release-conflict',
      );
      expect(detail).toContain('is paused now');
    });

    it.each(['release', 'pause', 'withdraw'])('%s of what is not there is 404', async (name) => {
      expectProblem(await step(newAppId(), '1.0.0', name), 'mini-program-not-found');
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0');
      expectProblem(await step(appId, '2.0.0', name), 'version-not-found');
    });

    it('carry the reason that was given, until the next step', async () => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0', RELEASED);
      const paused = await step(appId, '1.0.0', 'pause', { reason: 'Crashes on start' });
      expect(paused.json()).toMatchObject({ statusReason: 'Crashes on start' });
      const released = await step(appId, '1.0.0', 'release');
      expect(released.json()).not.toHaveProperty('statusReason');
    });
  });

  describe('the share', () => {
    it('is everybody at first, and stays when nothing else is said', async () => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0', RELEASED);
      expect((await recordOf(appId, '1.0.0')).release).toEqual({ percentage: 100, cohorts: [] });
      await step(appId, '1.0.0', 'release', { percentage: 20, cohorts: ['beta'] });
      for (const [body, release] of [
        [{}, { percentage: 20, cohorts: ['beta'] }],
        [{ percentage: 30 }, { percentage: 30, cohorts: ['beta'] }],
        [{ cohorts: [] }, { percentage: 30, cohorts: [] }],
      ] as const) {
        const response = await step(appId, '1.0.0', 'release', body);
        expect(response.json()).toMatchObject({ release });
      }
    });

    it('has two decimals, and an install is in by its bucket exactly', async () => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0');
      const inBucket = (bucket: number) => {
        for (let index = 0; index < 500_000; index++) {
          if (rolloutBucket(appId, '1.0.0', `i${index}`) === bucket) return `&installId=i${index}`;
        }
        throw new Error(`no install is in the bucket ${bucket}`);
      };
      for (const percentage of [0.01, 0.29, 33.33, 99.99]) {
        const response = await step(appId, '1.0.0', 'release', { percentage });
        expect(response.json()).toMatchObject({ release: { percentage } });
        const first = Math.round(percentage * 100);
        expect(await resolved(appId, inBucket(first - 1))).toBe('1.0.0');
        expect(await resolved(appId, inBucket(first))).toBe('no-release');
      }
    });

    it.each([0.001, 33.333, -0.01, 100.01, '10', null, true])(
      'of %j %% is refused with 422',
      async (percentage) => {
        const appId = newAppId();
        await vouchFor(server, appId, '1.0.0');
        const response = await step(appId, '1.0.0', 'release', { percentage });
        const { errors } = expectProblem(response, 'invalid-body');
        expect(errors?.map(({ pointer }) => pointer)).toEqual(['/percentage']);
      },
    );

    it.each([
      [{ cohorts: 'beta' }, '/cohorts'],
      [{ cohorts: ['Beta'] }, '/cohorts/0'],
      [{ cohorts: ['a,b'] }, '/cohorts/0'],
      [{ cohorts: Array.from({ length: 51 }, (_, index) => `c${index}`) }, '/cohorts'],
      [{ percent: 10 }, '/percent'],
    ])('with %j is refused with 422', async (body, pointer) => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0');
      const { errors } = expectProblem(await step(appId, '1.0.0', 'release', body), 'invalid-body');
      expect(errors?.map((each) => each.pointer)).toEqual([pointer]);
    });

    it('keeps everybody it had when it is raised from 10 % to 30 %', async () => {
      // Always the same: who is among them depends on it, and so does how many exactly.
      const appId = 'com.example.shares';
      await vouchFor(server, appId, '1.0.0', RELEASED);
      await vouchFor(server, appId, '2.0.0');
      const installs = Array.from({ length: 1000 }, (_, index) => `install-${index}`);
      const givenAt = async (percentage: number) => {
        await step(appId, '2.0.0', 'release', { percentage });
        const given = new Set<string>();
        for (const id of installs) {
          const version = await resolved(appId, `&installId=${id}`);
          expect(['1.0.0', '2.0.0']).toContain(version);
          if (version === '2.0.0') given.add(id);
        }
        return given;
      };
      const [few, more] = [await givenAt(10), await givenAt(30)];
      expect(few.size).toBeGreaterThan(60);
      expect(few.size).toBeLessThan(140);
      expect(more.size).toBeGreaterThan(250);
      expect(more.size).toBeLessThan(350);
      expect([...few].filter((id) => !more.has(id))).toEqual([]);
    });

    it('reaches whole cohorts whatever the percentage, and nobody else at 0 %', async () => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0', RELEASED);
      const release = { percentage: 0, cohorts: ['beta', 'staff'] };
      await vouchFor(server, appId, '2.0.0', { release });
      expect(await resolved(appId, '&cohorts=beta')).toBe('2.0.0');
      expect(await resolved(appId, '&cohorts=other,staff&installId=x')).toBe('2.0.0');
      expect(await resolved(appId, '&cohorts=other')).toBe('1.0.0');
      expect(await resolved(appId)).toBe('1.0.0');
      await step(appId, '2.0.0', 'release', { cohorts: ['staff'] });
      expect(await resolved(appId, '&cohorts=beta')).toBe('1.0.0');
    });

    it('is kept by a pause: released again, the same installs have it', async () => {
      const appId = newAppId();
      const release: ReleaseRequest = { percentage: 12.5, cohorts: ['beta'] };
      await vouchFor(server, appId, '1.0.0', RELEASED);
      await vouchFor(server, appId, '2.0.0', { release });
      const installs = Array.from({ length: 100 }, (_, index) => `&installId=i${index}`);
      const versions = () => Promise.all(installs.map((query) => resolved(appId, query)));
      const before = await versions();
      expect(new Set(before)).toEqual(new Set(['1.0.0', '2.0.0']));

      const paused = await step(appId, '2.0.0', 'pause');
      expect(paused.json()).toMatchObject({ status: 'paused', release });
      expect(new Set(await versions())).toEqual(new Set(['1.0.0']));
      expect(await resolved(appId, '&cohorts=beta')).toBe('1.0.0');

      const again = await step(appId, '2.0.0', 'release');
      expect(again.json()).toMatchObject({ status: 'released', release });
      expect(await versions()).toEqual(before);
      expect(await resolved(appId, '&cohorts=beta')).toBe('2.0.0');
    });
  });

  it('a withdrawn version is never given again, and its number takes no other content', async () => {
    const appId = newAppId();
    await vouchFor(server, appId, '1.0.0', RELEASED);
    await vouchFor(server, appId, '2.0.0', RELEASED);
    const withdrawn = await step(appId, '2.0.0', 'withdraw', { reason: 'Leaks' });
    expect(withdrawn.json()).toMatchObject({ status: 'withdrawn', isLatest: true });
    expect(await resolved(appId)).toBe('1.0.0');

    const other = foreignRegistrationOf(appId, '2.0.0', { name: 'Mended' });
    expectProblem(await server.post(ADMIN, other), 'version-exists');
    const same = await server.post(ADMIN, foreignRegistrationOf(appId, '2.0.0'));
    expect([same.statusCode, same.json()]).toEqual([200, withdrawn.json()]);
    expectProblem(await step(appId, '2.0.0', 'release'), 'invalid-transition');
  });

  describe('rolling back', () => {
    const rollBack = (appId: string, body: object = {}) =>
      server.post(`${ADMIN}/${appId}/rollback`, body);
    const statesOf = async (appId: string) => {
      const { items } = (await server.send('GET', `${ADMIN}/${appId}/versions`)).json<{
        items: RegistrationRecord[];
      }>();
      return items.map(
        ({ version, status, release }) => `${version} ${status} ${release.percentage}`,
      );
    };
    const threeReleased = async () => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0', { release: { percentage: 50 } });
      await vouchFor(server, appId, '2.0.0', { release: { percentage: 40 } });
      await vouchFor(server, appId, '3.0.0', { release: { percentage: 10 } });
      return appId;
    };

    it('goes to the version released before, for everybody, and pauses the newest', async () => {
      const appId = await threeReleased();
      const response = await rollBack(appId);
      expect(response.json()).toMatchObject({
        version: '2.0.0',
        status: 'released',
        release: { percentage: 100 },
      });
      expect(await statesOf(appId)).toEqual([
        '3.0.0 paused 10',
        '2.0.0 released 100',
        '1.0.0 released 50',
      ]);
      expect(await resolved(appId)).toBe('2.0.0');
      expect(await recordOf(appId, '3.0.0')).toMatchObject({
        statusReason: 'rolled back to 2.0.0',
      });
    });

    it('goes to the version that is named, and pauses everything released above it', async () => {
      const appId = await threeReleased();
      const response = await rollBack(appId, { to: '1.0.0', reason: 'Crashes on start' });
      expect(response.statusCode, response.body).toBe(200);
      expect(await statesOf(appId)).toEqual([
        '3.0.0 paused 10',
        '2.0.0 paused 40',
        '1.0.0 released 100',
      ]);
      expect(await recordOf(appId, '3.0.0')).toMatchObject({ statusReason: 'Crashes on start' });
    });

    it('can be undone: the share of what was paused is still known', async () => {
      const appId = await threeReleased();
      await rollBack(appId);
      const again = await step(appId, '3.0.0', 'release');
      expect(again.json()).toMatchObject({ status: 'released', release: { percentage: 10 } });
    });

    it('gives a paused or never released version to everybody when it is named', async () => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0');
      await vouchFor(server, appId, '2.0.0', RELEASED);
      expect((await rollBack(appId, { to: '1.0.0' })).statusCode).toBe(200);
      expect(await statesOf(appId)).toEqual(['2.0.0 paused 100', '1.0.0 released 100']);
    });

    it('is refused with 409 when nothing was released before', async () => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0');
      expectProblem(await rollBack(appId), 'nothing-to-roll-back-to');
      await step(appId, '1.0.0', 'release');
      await vouchFor(server, appId, '0.9.0');
      expectProblem(await rollBack(appId), 'nothing-to-roll-back-to');
      expect(await resolved(appId)).toBe('1.0.0');
    });

    it('never raises: the newest released version or a higher one is refused with 409', async () => {
      const appId = await threeReleased();
      await vouchFor(server, appId, '4.0.0');
      const before = await statesOf(appId);
      for (const to of ['3.0.0', '4.0.0']) {
        expectProblem(await rollBack(appId, { to }), 'nothing-to-roll-back-to');
      }
      expect(await statesOf(appId)).toEqual(before);
    });

    it('that cannot reach its target pauses nothing', async () => {
      const appId = await threeReleased();
      await step(appId, '1.0.0', 'withdraw');
      const before = await statesOf(appId);
      expectProblem(await rollBack(appId, { to: '1.0.0' }), 'invalid-transition');
      expectProblem(await rollBack(appId, { to: '1.5.0' }), 'version-not-found');
      expect(await statesOf(appId)).toEqual(before);
    });

    it('of an unknown mini-app is 404', async () => {
      expectProblem(await rollBack(newAppId()), 'mini-program-not-found');
    });
  });

  describe('suspending', () => {
    const suspend = (appId: string, body: object = {}) =>
      server.post(`${ADMIN}/${appId}/suspend`, body);
    const resume = (appId: string) => server.post(`${ADMIN}/${appId}/resume`);
    const listed = async (appId: string) => {
      const response = await server.send('GET', `/v1/mini-programs?q=${appId.split('.')[2]}`);
      return response.json<{ items: { version: string }[] }>().items.map(({ version }) => version);
    };

    it('tells hosts at once and takes the mini-app off the catalog; resuming gives all back', async () => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0', RELEASED);
      await vouchFor(server, appId, '2.0.0', { release: { percentage: 0, cohorts: ['beta'] } });
      // Many times over: an answer from before must not show even for a moment.
      for (let round = 0; round < 20; round++) {
        const suspended = await suspend(appId, { reason: 'Under review' });
        expect(suspended.json()).toMatchObject({
          suspended: true,
          suspendedReason: 'Under review',
        });
        const { detail } = expectProblem(await resolve(appId), 'mini-program-suspended');
        expect(detail).toBe('Under review');
        expect(await listed(appId)).toEqual([]);

        const resumed = await resume(appId);
        expect(resumed.json()).toMatchObject({ suspended: false });
        expect(resumed.json()).not.toHaveProperty('suspendedReason');
        expect(await resolved(appId)).toBe('1.0.0');
        expect(await listed(appId)).toEqual(['1.0.0']);
      }
      expect(await resolved(appId, '&cohorts=beta')).toBe('2.0.0');
    });

    it('holds for versions that are released meanwhile', async () => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0', RELEASED);
      await suspend(appId);
      await vouchFor(server, appId, '2.0.0', RELEASED);
      expect(await resolved(appId)).toBe('mini-program-suspended');
      await resume(appId);
      expect(await resolved(appId)).toBe('2.0.0');
    });

    it('twice is no error, nor is resuming what runs', async () => {
      const appId = newAppId();
      await vouchFor(server, appId, '1.0.0', RELEASED);
      expect((await resume(appId)).statusCode).toBe(200);
      expect((await suspend(appId)).statusCode).toBe(200);
      expect((await suspend(appId)).statusCode).toBe(200);
    });

    it('an unknown mini-app is 404', async () => {
      expectProblem(await suspend(newAppId()), 'mini-program-not-found');
      expectProblem(await resume(newAppId()), 'mini-program-not-found');
    });
  });

  it('takes a step without a body as one without options', async () => {
    const appId = newAppId();
    await vouchFor(server, appId, '1.0.0');
    for (const path of [
      'versions/1.0.0/release',
      'versions/1.0.0/pause',
      'suspend',
      'resume',
      'versions/1.0.0/withdraw',
    ]) {
      const response = await server.send('POST', `${ADMIN}/${appId}/${path}`);
      expect(response.statusCode, response.body).toBe(200);
    }
  });

  it('loses none of many changes that come at the same time', async () => {
    const appId = newAppId();
    const versions = Array.from({ length: 10 }, (_, index) => `1.${index}.0`);
    for (const version of versions) await vouchFor(server, appId, version);
    const answers = await Promise.all(versions.map((version) => step(appId, version, 'release')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(versions.map(() => 200));
    expect(await resolved(appId)).toBe('1.9.0');
  });
});

describe.each(testEngines().filter(({ name }) => name === 'PostgreSQL'))(
  'two nodes on $name',
  (engine) => {
    it('a release, a pause and a suspension on one are seen by hosts that ask the other', async () => {
      const place = await engine.createPlace();
      const [one, two] = await Promise.all([
        createTestServer({ place }),
        createTestServer({ place }),
      ]);
      const appId = newAppId();
      const onTwo = async () => {
        const { version, code } = (
          await two.send('GET', `/v1/mini-programs/${appId}/resolve?platform=ios&hostVersion=1.0.0`)
        ).json();
        return version ?? code;
      };
      await vouchFor(one, appId, '1.0.0', RELEASED);
      await expect.poll(onTwo).toBe('1.0.0');
      await vouchFor(one, appId, '2.0.0', RELEASED);
      await expect.poll(onTwo).toBe('2.0.0');
      await one.post(`${ADMIN}/${appId}/versions/2.0.0/pause`);
      await expect.poll(onTwo).toBe('1.0.0');
      await one.post(`${ADMIN}/${appId}/suspend`);
      await expect.poll(onTwo).toBe('mini-program-suspended');
      await Promise.all([one.close(), two.close()]);
      await place.remove();
    });
  },
);
