import { LIMITS, type PushTemplate } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';

const APP = 'com.acme.orders';
const content = {
  notification: { title: 'Sale', click_action: 'offer' },
  data: { deepLink: 'host://promo/p1' },
};

describe.each(testEngines())('templates of pushes ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  const save = (path: string, body: object = { content }, token?: string) =>
    server.send('PUT', `/v1/admin/push-templates/${path}`, {
      payload: body,
      ...(token && { token }),
    });
  const list = async (token?: string) => {
    const answer = await server.send('GET', '/v1/admin/push-templates', token ? { token } : {});
    return answer.json<{ items: PushTemplate[] }>().items;
  };

  it('are saved by name, for the platform and for a mini-app, replaced, and deleted', async () => {
    await save('Sale');
    await save(`Sale?appId=${APP}`);
    const changed = (await save('Sale', { content: { notification: { title: 'Now' } } })).json();
    expect(changed).toMatchObject({ name: 'Sale', content: { notification: { title: 'Now' } } });
    expect(
      (await list()).map(({ appId, content: { notification } }) => [appId, notification?.title]),
    ).toEqual([
      [undefined, 'Now'],
      [APP, 'Sale'],
    ]);
    const remove = () => server.send('DELETE', `/v1/admin/push-templates/Sale?appId=${APP}`);
    expect((await remove()).statusCode).toBe(200);
    expectProblem(await remove(), 'template-not-found');
    expect(await list()).toHaveLength(1);
  });

  it('are replaced, brought back or made by nobody who saw something else', async () => {
    const of = (title: string) => ({ notification: { title } });
    const put = (title: string, from?: object | null) =>
      save('Seen', { content: of(title), ...(from !== undefined && { from }) });
    expect((await put('Ann', null)).statusCode).toBe(200);
    expectProblem(await put('Bo', null), 'template-conflict');
    expect((await put('Bo', of('Ann'))).statusCode).toBe(200);
    expectProblem(await put('Cy', of('Ann')), 'template-conflict');
    // What is there already replaces nothing.
    expect((await put('Bo', of('Ann'))).statusCode).toBe(200);
    const titleOf = async () =>
      (await list()).find(({ name }) => name === 'Seen')?.content.notification?.title;
    expect(await titleOf()).toBe('Bo');

    await server.send('DELETE', '/v1/admin/push-templates/Seen');
    expectProblem(await put('Cy', of('Bo')), 'template-conflict');
    expect(await titleOf()).toBeUndefined();
    // Who names nothing that they saw replaces what there is.
    for (const title of ['Cy', 'Di']) expect((await put(title)).statusCode).toBe(200);
    expect(await titleOf()).toBe('Di');
    await server.send('DELETE', '/v1/admin/push-templates/Seen');
  });

  it('are replaced by one of those who saw the same, however close together they save', async () => {
    const of = (title: string) => ({ notification: { title } });
    for (let round = 0; round < 10; round++) {
      const name = `Race ${round}`;
      await save(name, { content: of('Ann'), from: null });
      const answers = await Promise.all(
        ['Bo', 'Cy', 'Di'].map((title) => save(name, { content: of(title), from: of('Ann') })),
      );
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
      await server.send('DELETE', `/v1/admin/push-templates/${name}`);
    }
  });

  it('of other mini-apps are neither seen nor changed by who has some', async () => {
    await save(`Own?appId=${APP}`);
    const { token } = await server.issue({ role: 'sender', apps: [APP] });
    expect((await list(token)).map(({ name }) => name)).toEqual(['Own']);
    expectProblem(await save('Sale', { content }, token), 'app-not-allowed');
    expectProblem(await save('Sale?appId=com.acme.promos', { content }, token), 'app-not-allowed');
    expect((await save(`Mine?appId=${APP}`, { content }, token)).statusCode).toBe(200);
  });

  it('have a content that could be sent, a name, and a bound', async () => {
    expectProblem(await save('Sale', { content: { to: '/topics/news' } }), 'invalid-body');
    expectProblem(await save('Sale', { content: { data: { from: 'x' } } }), 'invalid-body');
    const body = 'x'.repeat(LIMITS.pushTemplateBytes);
    expectProblem(await save('Sale', { content: { notification: { body } } }), 'invalid-body');
  });

  /** Fills the table behind the API. `appOf` is SQL for the mini-app of a number. */
  const fill = (count: number, appOf: string) =>
    server.db.run(
      `INSERT INTO push_templates (app_id, name, content, created_at, updated_at)
        WITH RECURSIVE numbers (number) AS (
          SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})
        SELECT ${appOf}, CAST(number AS TEXT), '{}', 0, 0 FROM numbers`,
    );

  it('are counted for each mini-app, so that one takes no place of others or of the platform', async () => {
    await fill(LIMITS.pushTemplatesPerApp, "'com.acme.many'");
    expectProblem(await save('More?appId=com.acme.many'), 'too-many-templates');
    expect((await save('1?appId=com.acme.many')).statusCode).toBe(200);
    expect((await save(`Still?appId=${APP}`)).statusCode).toBe(200);
    expect((await save('Still')).statusCode).toBe(200);
    await fill(LIMITS.pushTemplates, "''");
    expectProblem(await save('More'), 'too-many-templates');
    expect((await save('Still')).statusCode).toBe(200);
    expect((await save(`Another?appId=${APP}`)).statusCode).toBe(200);
  });

  it('of all mini-apps together have a bound, which leaves the platform its own', async () => {
    await server.db.run('DELETE FROM push_templates');
    await fill(LIMITS.pushTemplatesOfApps, "'com.acme.a' || CAST(number AS TEXT)");
    expectProblem(await save(`More?appId=${APP}`), 'too-many-templates');
    expect((await save('Own')).statusCode).toBe(200);
  });

  it('are saved by a publisher for mini-apps that it has, not for ids that are free', async () => {
    await server.db.run('DELETE FROM push_templates');
    const made = await server.post('/v1/admin/publishers', { id: 'acme', name: 'Acme' });
    expect(made.statusCode).toBe(201);
    const { token } = await server.issue({ role: 'sender', publisher: 'acme' });
    expectProblem(await save('Free?appId=com.acme.free', { content }, token), 'app-not-allowed');
  });
});
