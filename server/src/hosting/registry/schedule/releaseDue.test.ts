import type { AuditEntry, Overview, RegistrationRecord, ScheduleRequest } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { GroupRule } from '../../../operations/console/oidc/GroupRule.types.ts';
import { createRightsLater } from '../../../operations/console/rightsLater.ts';
import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { vouchFor } from '../../../testing/vouchFor.ts';
import { releaseDue } from './releaseDue.ts';
import { scheduleRelease } from './scheduleRelease.ts';

const ADMIN = '/v1/admin/mini-programs';
const VERSION = '1.0.0';
const ISSUER = 'https://id.example';
const rightsLater = createRightsLater(undefined);

describe.each(testEngines())('releases that are scheduled ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const place = (appId: string) => `${ADMIN}/${appId}/versions/${VERSION}`;
  const schedule = (appId: string, body: ScheduleRequest, token?: string) =>
    server.post(`${place(appId)}/schedule`, body, { ...(token && { token }) });
  const recordOf = async (appId: string) =>
    (await server.send('GET', place(appId))).json<RegistrationRecord>();
  const auditOf = async (appId: string) => {
    const found = await server.send('GET', `/v1/admin/audit?target=${appId}&action=version.`);
    return found.json<{ items: AuditEntry[] }>().items;
  };
  const prepare = async (body: Partial<ScheduleRequest> = {}, token?: string) => {
    const appId = newAppId();
    await vouchFor(server, appId, VERSION);
    const response = await schedule(appId, { at: inMinutes(5), percentage: 10, ...body }, token);
    expect(response.statusCode, response.body).toBe(200);
    return appId;
  };
  const newPublisher = () => newAppId().replaceAll('.', '-');
  const assign = async (appId: string, publisher: string) => {
    const path = `${ADMIN}/${appId}/publisher`;
    const assigned = await server.send('PUT', path, { payload: { publisher } });
    expect(assigned.statusCode, assigned.body).toBe(200);
  };
  const later = (minutes = 6) => Date.now() + minutes * 60_000;

  it('happen at their time and not before, once, whichever node is there', async () => {
    const at = inMinutes(5);
    const appId = await prepare({ at, cohorts: ['qa'] });
    await releaseDue(server.db, rightsLater, later(4));
    expect(await recordOf(appId)).toMatchObject({
      status: 'registered',
      scheduled: { at, percentage: 10, cohorts: ['qa'], by: 'root' },
    });
    const now = later();
    await Promise.all([1, 2, 3].map(() => releaseDue(server.db, rightsLater, now)));
    const record = await recordOf(appId);
    expect(record).toMatchObject({
      status: 'released',
      release: { percentage: 10, cohorts: ['qa'] },
    });
    expect(record).not.toHaveProperty('scheduled');
    const [released, scheduled] = await auditOf(appId);
    expect((await auditOf(appId)).filter(({ action }) => action === 'version.release')).toEqual([
      released,
    ]);
    expect(released).toMatchObject({
      actor: 'system',
      details: { from: 'registered', to: 'released', percentage: 10, scheduledBy: 'root' },
      change: { before: { percentage: 0 }, after: { percentage: 10 } },
    });
    expect(scheduled).toMatchObject({ actor: 'root', action: 'version.schedule' });
  });

  it('are replaced, and taken back', async () => {
    const appId = await prepare();
    const at = inMinutes(60);
    await schedule(appId, { at, percentage: 50 });
    await releaseDue(server.db, rightsLater, later());
    expect((await recordOf(appId)).scheduled).toMatchObject({ at, percentage: 50 });
    const { scheduled } = (await server.send('GET', '/v1/admin/overview')).json<Overview>();
    expect(scheduled).toContainEqual({ appId, version: VERSION, percentage: 50, at });
    const cancelled = await server.send('DELETE', `${place(appId)}/schedule`);
    expect(cancelled.json()).not.toHaveProperty('scheduled');
    await releaseDue(server.db, rightsLater, later(120));
    expect((await recordOf(appId)).status).toBe('registered');
    const again = await server.send('DELETE', `${place(appId)}/schedule`);
    expectProblem(again, 'schedule-not-found');
  });

  it('do not happen when somebody decided otherwise meanwhile, which is said', async () => {
    const appId = await prepare();
    await server.post(`${place(appId)}/release`, { percentage: 5 });
    await server.post(`${place(appId)}/pause`, { reason: 'It loses drafts.' });
    await releaseDue(server.db, rightsLater, later());
    await releaseDue(server.db, rightsLater, later());
    const record = await recordOf(appId);
    expect(record).toMatchObject({
      status: 'paused',
      scheduled: { failed: `${appId}@1.0.0 is paused now, for 5 %.` },
    });
    const failures = (await auditOf(appId)).filter((each) => each.action.endsWith('-failed'));
    expect(failures).toMatchObject([{ actor: 'system', details: { scheduledBy: 'root' } }]);
    const { attention } = (await server.send('GET', '/v1/admin/overview')).json<Overview>();
    expect(attention).toContainEqual(
      expect.objectContaining({
        kind: 'schedule-failed',
        appId,
        because: record.scheduled!.failed,
      }),
    );
  });

  it('do not happen for a token that was revoked meanwhile', async () => {
    const { id, token } = await server.issue({ role: 'releaser' });
    const appId = await prepare({}, token);
    await server.send('DELETE', `/v1/admin/tokens/${id}`);
    await releaseDue(server.db, rightsLater, later());
    expect((await recordOf(appId)).scheduled).toMatchObject({
      by: id,
      failed: expect.stringContaining('was revoked'),
    });
  });

  it('do not happen for a publisher whose mini-app is another one’s by then', async () => {
    const [acme, beta] = [newPublisher(), newPublisher()];
    for (const id of [acme, beta]) await server.post('/v1/admin/publishers', { id, name: id });
    const { id, token } = await server.issue({ role: 'releaser', publisher: acme });
    const appId = newAppId();
    await vouchFor(server, appId, VERSION);
    await assign(appId, acme);
    const scheduled = await schedule(appId, { at: inMinutes(5), percentage: 10 }, token);
    expect(scheduled.statusCode, scheduled.body).toBe(200);
    await assign(appId, beta);
    await releaseDue(server.db, rightsLater, later());
    expect(await recordOf(appId)).toMatchObject({
      status: 'registered',
      scheduled: { by: id, failed: expect.stringContaining(appId) },
    });
  });

  it('are made for people of an identity provider by what their groups may do then', async () => {
    const proven = { issuer: ISSUER, groups: ['team'] };
    const by = { actor: 'person:ada', isOperator: true, proven };
    const afterRules = async (rules: readonly GroupRule[]) => {
      const appId = newAppId();
      await vouchFor(server, appId, VERSION);
      const request = { at: inMinutes(5), percentage: 10 };
      await server.db.transaction((tx) => scheduleRelease(tx, appId, VERSION, request, by));
      await releaseDue(server.db, createRightsLater({ issuer: ISSUER, rules }), later());
      return recordOf(appId);
    };
    expect(await afterRules([{ group: 'team', role: 'releaser' }])).toMatchObject({
      status: 'released',
    });
    for (const rules of [[], [{ group: 'team', role: 'viewer' }]] satisfies GroupRule[][]) {
      expect(await afterRules(rules)).toMatchObject({
        status: 'registered',
        scheduled: { by: 'person:ada', failed: expect.any(String) },
      });
    }
  });

  it('are refused for a time that is past or far, for what can never be released, and without the scope', async () => {
    const appId = newAppId();
    await vouchFor(server, appId, VERSION);
    for (const at of [inMinutes(-1), inMinutes(91 * 24 * 60)]) {
      expectProblem(await schedule(appId, { at }), 'invalid-body');
    }
    const at = inMinutes(5);
    const from = { status: 'released' as const, percentage: 100, cohorts: [] };
    expectProblem(await schedule(appId, { at, from }), 'release-conflict');
    const { token } = await server.issue({ role: 'publisher' });
    expectProblem(await schedule(appId, { at }, token), 'scope-missing');
    await server.post(`${place(appId)}/withdraw`, {});
    expectProblem(await schedule(appId, { at }), 'invalid-transition');
  });
});
