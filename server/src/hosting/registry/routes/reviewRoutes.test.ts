import type { AuditEntry, Overview, Publisher, Review, ReviewDetails } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
} from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { foreignRegistrationOf } from '../../../testing/startForeignCdn.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { buildMiniAppFixture } from '../../archive/testing/miniAppArchive.ts';

const ADMIN = '/v1/admin/mini-programs';
const SHA256 = 'a'.repeat(64);
const BACK_END = 'http://10.0.0.9:9000';

describe.each(testEngines())('the review of a version ($name)', (engine) => {
  let server: TestServer;
  let reviewer: { id: string; token: string };
  beforeAll(async () => {
    server = await createTestServer({ engine, config: { upstreamOrigins: [BACK_END] } });
    reviewer = await server.issue({ role: 'reviewer' });
  });
  afterAll(() => server.close());

  const at = (appId: string, version: string) => `${ADMIN}/${appId}/versions/${version}`;
  const submit = (appId: string, version: string, body: object = {}, token?: string) =>
    server.post(`${at(appId, version)}/review`, body, { ...(token && { token }) });
  const decide = (appId: string, version: string, body: object, token = reviewer.token) =>
    server.post(
      `${at(appId, version)}/review/decision`,
      { decision: 'approved', submission: 1, ...body },
      { token },
    );
  const reject = (appId: string, version: string, body: object = {}, token = reviewer.token) =>
    decide(appId, version, { decision: 'rejected', reasons: 'Mend it', ...body }, token);
  const read = async (appId: string, version: string) => {
    const response = await server.send('GET', `${at(appId, version)}/review`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<ReviewDetails>();
  };
  const release = (appId: string, version: string, body: object = {}) =>
    server.post(`${at(appId, version)}/release`, body);
  const require = async (required: boolean | null, publisher?: string) => {
    const path =
      publisher === undefined
        ? '/v1/admin/review-policy'
        : `/v1/admin/publishers/${publisher}/review`;
    const response = await server.send('PUT', path, { payload: { required } });
    expect(response.statusCode, response.body).toBe(200);
    return response;
  };
  const audit = async (action: string, target: string) =>
    (await server.send('GET', '/v1/admin/audit?limit=50'))
      .json<{ items: AuditEntry[] }>()
      .items.filter((entry) => entry.action === action && entry.target === target);

  it('shows what the version changes against the one that people get', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', {
      percentage: 100,
      web: true,
      registration: {
        permissions: ['storage', 'push'],
        translations: { de: { name: `Bestellungen ${appId}` }, ar: { name: 'طلبات' } },
      },
    });
    await server.publish(appId, '1.1.0', {
      web: true,
      registration: {
        permissions: ['storage', 'email'],
        minHostVersion: '1.2.0',
        translations: {
          es: { name: `Pedidos ${appId}` },
          ar: { name: 'طلبات' },
          de: { name: `Waren ${appId}` },
        },
      },
    });
    const payload = { url: `${BACK_END}/orders` };
    const linked = await server.send('PUT', `${ADMIN}/${appId}/upstream`, { payload });
    expect(linked.statusCode, linked.body).toBe(200);
    const submitted = await submit(appId, '1.1.0', {
      notes: 'New:\n- <b>addresses</b>',
      check: {
        ok: true,
        checks: ['manifest', 'size'],
        findings: [{ check: 'size', severity: 'warning', message: 'It grew', file: 'src/App.tsx' }],
        archives: [{ platform: 'ios', sha256: SHA256 }],
      },
    });
    expect(submitted.statusCode, submitted.body).toBe(201);
    const review = await read(appId, '1.1.0');
    expect(review).toMatchObject({
      state: 'submitted',
      submission: 1,
      notes: 'New:\n- <b>addresses</b>',
      submittedBy: 'root',
      required: false,
      status: 'registered',
      changes: {
        against: '1.0.0',
        permissions: { added: ['email'], removed: ['push'], kept: ['storage'] },
        translatedNames: [
          { language: 'de', before: `Bestellungen ${appId}`, after: `Waren ${appId}` },
          { language: 'es', after: `Pedidos ${appId}` },
        ],
        minHostVersion: { before: '1.0.0', after: '1.2.0' },
        isolation: { before: 'frame', after: 'frame' },
        upstream: `${BACK_END}/orders`,
      },
      // It is about other bytes than those that are registered.
      check: { ok: true, sameArchives: false, findings: [{ message: 'It grew' }] },
    });
    const ios = review.changes.platforms.find(({ platform }) => platform === 'ios')!;
    expect(ios.before).toBeGreaterThan(0);
    expect(ios.files!.length).toBe(ios.changed);
    expect(ios.changed! + ios.same!).toBeGreaterThan(1);
    const { platforms } = (await server.send('GET', at(appId, '1.1.0'))).json();
    const archives = Object.entries(platforms as Record<string, { sha256: string }>).map(
      ([platform, { sha256 }]) => ({ platform, sha256 }),
    );
    const check = { ok: true, checks: [], findings: [], archives };
    await submit(appId, '1.1.0', { check });
    expect((await read(appId, '1.1.0')).check?.sameArchives).toBe(true);
  });

  it('shows what a version is new to share, whatever its package or language is called', async () => {
    const appId = newAppId();
    const translations = { de: { name: `Waren ${appId}` } };
    await server.publish(appId, '1.0.0', { percentage: 100, registration: { translations } });
    await server.upload(appId, '1.1.0');
    const { manifest } = await buildMiniAppFixture(appId, '1.1.0', { platforms: [] });
    const parsed = JSON.parse(manifest) as { shared: object[] };
    const shared = [...parsed.shared, { name: 'constructor', requiredVersion: '^1.0.0' }];
    const url = `/v1/admin/artifacts/${appId}/1.1.0/mf-manifest.json`;
    await server.send('PUT', url, { payload: JSON.stringify({ ...parsed, shared }) });
    const named = { ...translations, toString: { name: `Ware ${appId}` } };
    const registration = registrationOf(appId, '1.1.0', { translations: named });
    expect((await server.post(ADMIN, registration)).statusCode).toBe(201);
    await submit(appId, '1.1.0');
    const { changes } = await read(appId, '1.1.0');
    expect(changes.shared).toEqual([{ module: 'constructor', after: '^1.0.0' }]);
    expect(changes.translatedNames).toEqual([{ language: 'toString', after: `Ware ${appId}` }]);
  });

  it.each([
    [60, '1.0.0'],
    [40, '0.9.0'],
  ])(
    'is against the version that most installs get, after %d %% of a newer one: %s',
    async (percentage, most) => {
      const appId = newAppId();
      await server.publish(appId, '0.8.0', { percentage: 100 });
      await server.publish(appId, '0.9.0', { percentage: 100 });
      await server.publish(appId, '1.0.0', { percentage });
      await server.publish(appId, '1.1.0');
      await submit(appId, '1.1.0');
      expect((await read(appId, '1.1.0')).changes.against).toBe(most);
    },
  );

  it('is the same when it is submitted or decided twice, and new after other notes or reasons', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0');
    expect((await submit(appId, '1.0.0', { notes: 'A' })).statusCode).toBe(201);
    expect((await submit(appId, '1.0.0', { notes: 'A' })).json<Review>().submission).toBe(1);
    expect(await audit('review.submit', `${appId}@1.0.0`)).toHaveLength(1);
    expect((await submit(appId, '1.0.0', { notes: 'B' })).json<Review>().submission).toBe(2);
    // The reviewer looked at the first one.
    const late = expectProblem(await decide(appId, '1.0.0', {}), 'review-conflict');
    expect(late.detail).toContain('submission 2');

    const decided = (await reject(appId, '1.0.0', { submission: 2 })).json<Review>();
    expect(decided).toMatchObject({
      state: 'rejected',
      decision: { reasons: 'Mend it', by: reviewer.id },
    });
    expect((await reject(appId, '1.0.0', { submission: 2 })).json<Review>()).toEqual(decided);
    expect(await audit('review.decide', `${appId}@1.0.0`)).toHaveLength(1);

    const corrected = { submission: 2, from: 'rejected', reasons: 'Mend this' };
    expect((await reject(appId, '1.0.0', corrected)).json<Review>()).toMatchObject({
      state: 'rejected',
      submission: 2,
      decision: { reasons: 'Mend this', by: reviewer.id },
    });

    const again = (await submit(appId, '1.0.0', { notes: 'B' })).json<Review>();
    expect(again).toMatchObject({ state: 'submitted', submission: 3 });
    expect(again.decision?.reasons).toBe('Mend this');
    expect((await decide(appId, '1.0.0', { submission: 3 })).json<Review>().state).toBe('approved');
    const stays = (await submit(appId, '1.0.0', { notes: 'C' })).json<Review>();
    expect(stays).toMatchObject({ state: 'approved', submission: 3 });
  });

  it('is decided by one of several, and tells the others what was decided', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0');
    await submit(appId, '1.0.0');
    const other = await server.issue({ role: 'reviewer' });
    const answers = await Promise.all([
      decide(appId, '1.0.0', {}),
      reject(appId, '1.0.0', {}, other.token),
    ]);
    const [won, lost] = answers.toSorted((one, two) => one.statusCode - two.statusCode);
    expect(won!.statusCode).toBe(200);
    const { detail } = expectProblem(lost!, 'review-conflict');
    const { decision, state } = won!.json<Review>();
    expect(detail).toContain(`${decision!.by} ${state}`);
    // Who has seen it may decide otherwise.
    const turned = await reject(appId, '1.0.0', { from: state, reasons: 'Seen both' }, other.token);
    expect(turned.json<Review>()).toMatchObject({
      state: 'rejected',
      decision: { by: other.id, reasons: 'Seen both' },
    });
  });

  it('has the names of tokens for who may list these, and their ids for everybody', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0');
    const publisher = await server.issue({ name: 'CI of Acme', role: 'publisher', apps: [appId] });
    await submit(appId, '1.0.0', {}, publisher.token);
    const sam = await server.issue({ name: 'Sam', role: 'reviewer' });
    await decide(appId, '1.0.0', {}, sam.token);
    const named = {
      submittedBy: publisher.id,
      submittedByName: 'CI of Acme',
      decision: { by: sam.id, byName: 'Sam' },
    };
    const listed = await server.send('GET', `/v1/admin/reviews?appId=${appId}`);
    expect(listed.json()).toMatchObject({ items: [named] });
    expect(await read(appId, '1.0.0')).toMatchObject(named);
    const { token } = await server.issue({ role: 'viewer' });
    const seen = await server.send('GET', `${at(appId, '1.0.0')}/review`, { token });
    expect(seen.json<Review>()).toMatchObject({ submittedBy: publisher.id });
    expect(seen.body).not.toMatch(/Sam|CI of Acme/);
  });

  it('is never decided by a publisher, and a rejection needs reasons', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0');
    const { token } = await server.issue({ role: 'publisher', apps: [appId] });
    expect((await submit(appId, '1.0.0', {}, token)).statusCode).toBe(201);
    expectProblem(await decide(appId, '1.0.0', {}, token), 'scope-missing');
    expectProblem(await submit(appId, '1.0.0', {}, reviewer.token), 'scope-missing');
    const without = await decide(appId, '1.0.0', { decision: 'rejected' });
    const { errors } = expectProblem(without, 'invalid-body');
    expect(errors).toEqual([expect.objectContaining({ pointer: '/reasons' })]);
  });

  it('is only of a version that can be looked at', async () => {
    const appId = newAppId();
    expectProblem(await submit(appId, '1.0.0'), 'mini-program-not-found');
    await server.post(ADMIN, foreignRegistrationOf(appId, '1.0.0'));
    expectProblem(await submit(appId, '1.0.0'), 'not-verified');
    expectProblem(await submit(appId, '2.0.0'), 'version-not-found');
    expectProblem(await decide(appId, '1.0.0', {}), 'review-not-found');
    await server.publish(appId, '1.1.0');
    await server.post(`${at(appId, '1.1.0')}/withdraw`);
    expectProblem(await submit(appId, '1.1.0'), 'invalid-transition');
  });

  it('is in the queue of those who may see it, who waits longest first, and in the overview', async () => {
    const apps = [newAppId(), newAppId(), newAppId()];
    for (const appId of apps) {
      await server.publish(appId, '1.0.0');
      await submit(appId, '1.0.0');
    }
    const { token } = await server.issue({ scopes: ['read'], apps: apps.slice(1) });
    const seen: string[] = [];
    let cursor = '';
    do {
      const path = `/v1/admin/reviews?state=submitted&limit=1${cursor && `&cursor=${cursor}`}`;
      const page = (await server.send('GET', path, { token })).json<{
        items: Review[];
        nextCursor?: string;
      }>();
      seen.push(...page.items.map(({ appId }) => appId));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    expect(seen).toEqual(apps.slice(1));
    const newest = await server.send('GET', '/v1/admin/reviews?limit=3');
    const listed = newest.json<{ items: Review[] }>().items.map(({ appId }) => appId);
    expect(listed).toEqual(apps.toReversed());

    const overview = (await server.send('GET', '/v1/admin/overview', { token })).json<Overview>();
    expect(overview.attention.map((each) => each.kind)).toEqual(['submitted', 'submitted']);
    await decide(apps[1]!, '1.0.0', {});
    const after = (await server.send('GET', '/v1/admin/overview', { token })).json<Overview>();
    expect(after.attention).toMatchObject([{ kind: 'submitted', appId: apps[2] }]);
  });

  it('is found by a part of the mini-app, the notes or the reasons, whatever its case', async () => {
    const [mine, other] = [newAppId(), newAppId()];
    for (const appId of [mine, other]) {
      await server.publish(appId, '1.0.0', { registration: { name: `Shop ${appId}` } });
      await submit(appId, '1.0.0', { notes: `Pays 100% of ${appId}` });
    }
    await reject(mine, '1.0.0', { reasons: 'No_Total is shown' });
    const found = async (q: string, more = '', token?: string) => {
      const path = `/v1/admin/reviews?limit=100&q=${encodeURIComponent(q)}${more}`;
      const response = await server.send('GET', path, { ...(token && { token }) });
      expect(response.statusCode, response.body).toBe(200);
      return response.json<{ items: Review[] }>().items.map(({ appId }) => appId);
    };
    const part = mine.slice(-12).toUpperCase();
    expect(await found(part)).toEqual([mine]);
    expect(await found('no_total')).toEqual([mine]);
    expect(await found('pays 100%')).toEqual([other, mine]);
    expect(await found('shop ')).toEqual([other, mine]);
    expect(await found('shop ', '&state=submitted')).toEqual([other]);
    expect(await found('shop ', `&appId=${mine}`)).toEqual([mine]);
    expect(await found('no%total')).toEqual([]);
    const { token } = await server.issue({ scopes: ['read'], apps: [other] });
    expect(await found(part, '', token)).toEqual([]);
    expect(await found('shop ', '', token)).toEqual([other]);
  });

  describe('where it is required', () => {
    beforeAll(() => require(true));
    afterAll(() => require(false));

    it('comes before more people get the version, and not before fewer do', async () => {
      const appId = newAppId();
      await server.publish(appId, '1.0.0');
      const { detail } = expectProblem(await release(appId, '1.0.0'), 'review-required');
      expect(detail).toContain('not submitted');
      await submit(appId, '1.0.0');
      const waits = expectProblem(await release(appId, '1.0.0'), 'review-required');
      expect(waits.detail).toContain('waits for a reviewer');
      await reject(appId, '1.0.0');
      const refused = expectProblem(await release(appId, '1.0.0'), 'review-required');
      expect(refused.detail).toContain('rejected: Mend it');
      await decide(appId, '1.0.0', { from: 'rejected' });
      expect((await release(appId, '1.0.0', { percentage: 10 })).statusCode).toBe(200);

      // It was found out since that it should not have been approved.
      await reject(appId, '1.0.0', { from: 'approved' });
      expectProblem(await release(appId, '1.0.0', { percentage: 50 }), 'review-required');
      expectProblem(await release(appId, '1.0.0', { cohorts: ['beta'] }), 'review-required');
      expect((await release(appId, '1.0.0', { percentage: 5 })).statusCode).toBe(200);
      await server.post(`${at(appId, '1.0.0')}/pause`);
      expectProblem(await release(appId, '1.0.0'), 'review-required');
    });

    it('never keeps anybody from going back to what people had', async () => {
      const appId = newAppId();
      await require(false);
      await server.publish(appId, '1.0.0', { percentage: 100 });
      await server.publish(appId, '1.1.0', { percentage: 100 });
      await server.publish(appId, '0.9.0');
      await require(true);
      const back = await server.post(`${ADMIN}/${appId}/rollback`, {});
      expect(back.statusCode, back.body).toBe(200);
      const never = await server.post(`${ADMIN}/${appId}/rollback`, { to: '0.9.0' });
      expectProblem(never, 'review-required');
    });

    it('cannot be got round by going back to what only a few people had', async () => {
      const appId = newAppId();
      await require(false);
      await server.publish(appId, '0.9.0', { percentage: 100 });
      await server.publish(appId, '1.0.0', { percentage: 0 });
      await server.publish(appId, '1.1.0', { percentage: 1 });
      await require(true);
      await server.publish(appId, '1.2.0');
      await submit(appId, '1.2.0');
      await decide(appId, '1.2.0', {});
      expect((await release(appId, '1.2.0')).statusCode).toBe(200);
      await submit(appId, '1.1.0');
      await reject(appId, '1.1.0');
      const goBack = (to: string) => server.post(`${ADMIN}/${appId}/rollback`, { to });
      expectProblem(await goBack('1.1.0'), 'review-required');
      expectProblem(await goBack('1.0.0'), 'review-required');
      await server.post(`${at(appId, '1.1.0')}/pause`);
      expectProblem(await goBack('1.1.0'), 'review-required');
      const back = await goBack('0.9.0');
      expect(back.statusCode, back.body).toBe(200);
    });

    it('is what holds for the publisher before what holds for the platform', async () => {
      const [free, id] = [newAppId(), `p${newAppId().slice(-8)}`];
      await server.post('/v1/admin/publishers', { id, name: `Publisher ${id}` });
      await server.publish(free, '1.0.0');
      await server.send('PUT', `${ADMIN}/${free}/publisher`, { payload: { publisher: id } });
      const changed = (await require(false, id)).json<Publisher>();
      expect(changed.reviewRequired).toBe(false);
      expect((await release(free, '1.0.0', { percentage: 1 })).statusCode).toBe(200);
      const inherited = (await require(null, id)).json<Publisher>();
      expect(inherited).not.toHaveProperty('reviewRequired');
      expectProblem(await release(free, '1.0.0', { percentage: 2 }), 'review-required');
      await require(false);
      await require(true, id);
      expectProblem(await release(free, '1.0.0', { percentage: 2 }), 'review-required');
      await require(true);
      expectProblem(
        await server.send('PUT', '/v1/admin/publishers/nobody/review', {
          payload: { required: true },
        }),
        'publisher-not-found',
      );
    });
  });
});
