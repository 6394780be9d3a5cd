import type { AppToken } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { answerAs } from '../../people/testing/answerAs.ts';
import { type NativeSession, personOn, sendAs } from '../../people/testing/personOn.ts';
import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type VouchedApp, vouchedApp } from './testing/vouchedApp.ts';

const DOCUMENTS = [
  { id: 'welcome' },
  { id: 'of-ann', total: 1 },
  { id: 'of-ben', total: 2 },
  { id: 'news' },
];

describe.each(testEngines())('documents that belong to a person ($name)', (engine) => {
  let server: TestServer;
  let app: VouchedApp;
  let items: string;
  let ann: Reader;
  let ben: Reader;
  let stranger: Reader;

  interface Reader {
    session: NativeSession;
    token: string;
    openId: string;
  }

  beforeAll(async () => {
    server = await createTestServer({ engine });
    app = await vouchedApp(server);
    items = `${app.collections}/items`;
    [ann, ben, stranger] = [await readerOf(), await readerOf(), await readerOf()];
    await put(items, {
      documents: DOCUMENTS,
      private: true,
      owners: { 'of-ann': ann.openId, 'of-ben': ben.openId },
    });
  });
  afterAll(() => server.close());

  async function readerOf(): Promise<Reader> {
    const session = await (await personOn(server)).signIn();
    await answerAs(server, session, app.appId, 'granted');
    const url = `/v1/mini-programs/${app.appId}/token`;
    const { token, user } = (await sendAs(server, session, 'POST', url)).json<AppToken>();
    return { session, token, openId: user.openId };
  }
  const put = async (url: string, payload: object) => {
    const response = await server.send('PUT', url, { payload });
    if (response.statusCode >= 300) throw new Error(response.body);
    return response;
  };
  const get = (token: string | undefined, rest = '', headers = {}) =>
    server.send('GET', `${app.path}/items${rest}`, { token, headers });
  const idsFor = async (token: string | undefined) =>
    (await get(token)).json<{ id: string }[]>().map(({ id }) => id);

  it('are shown to that person and to no other, beside those for everybody', async () => {
    // A session speaks for the host, the token for the mini-app: both mean the same person.
    for (const token of [ann.token, ann.session.accessToken]) {
      expect(await idsFor(token)).toEqual(['welcome', 'of-ann', 'news']);
    }
    expect(await idsFor(ben.token)).toEqual(['welcome', 'of-ben', 'news']);
    for (const token of [stranger.token, stranger.session.accessToken]) {
      expect(await idsFor(token)).toEqual(['welcome', 'news']);
    }
    expectProblem(await get(undefined), 'unauthorized');
  });

  it('are not there under their address for anybody else', async () => {
    expect((await get(ann.token, '/of-ann')).json()).toEqual({ id: 'of-ann', total: 1 });
    const others = await get(ann.token, '/of-ben');
    const missing = await get(ann.token, '/of-nobody');
    expectProblem(others, 'document-not-found');
    const told = ({ body }: typeof others) => body.replaceAll(/of-\w+|"requestId":"[^"]*"/g, '');
    expect(told(others)).toBe(told(missing));
  });

  it('do not show in pages, cursors and validators of others', async () => {
    const pagesFor = async (token: string) => {
      const pages: string[] = [];
      const cursors: string[] = [];
      let rest: string | undefined = '?limit=1';
      while (rest !== undefined) {
        const response = await get(token, rest);
        pages.push(...response.json<{ id: string }[]>().map(({ id }) => id));
        rest = /items(\?[^>]+)>/.exec(String(response.headers['link'] ?? ''))?.[1];
        const cursor = rest && new URLSearchParams(rest).get('cursor');
        if (cursor) cursors.push(Buffer.from(cursor, 'base64url').toString());
      }
      return { pages, cursors };
    };
    expect(await pagesFor(ann.token)).toMatchObject({ pages: ['welcome', 'of-ann', 'news'] });
    // Nothing counts what is not theirs.
    expect(await pagesFor(stranger.token)).toEqual({
      pages: ['welcome', 'news'],
      cursors: ['["welcome"]'],
    });
    const foreign = Buffer.from('["of-ben"]').toString('base64url');
    expectProblem(await get(ann.token, `?limit=1&cursor=${foreign}`), 'invalid-query');

    const { etag } = (await get(ann.token)).headers;
    expect((await get(ann.token, '', { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await get(stranger.token, '', { 'if-none-match': etag })).statusCode).toBe(200);
    const before = (await get(stranger.token)).headers['etag'];
    await put(`${items}/documents/of-ben`, { id: 'of-ben', total: 3 });
    expect((await get(stranger.token)).headers['etag']).toBe(before);
  });

  it('keep their owner when they are put again without one, and get another only by name', async () => {
    const owned = `${items}/documents/kept`;
    await put(`${owned}?owner=${ben.openId}`, { id: 'kept' });
    expect(await idsFor(ann.token)).not.toContain('kept');
    await put(owned, { id: 'kept', changed: true });
    expect(await idsFor(ann.token)).not.toContain('kept');
    await put(items, { documents: [...DOCUMENTS, { id: 'kept', again: true }] });
    expect(await idsFor(ann.token)).toEqual(['welcome', 'of-ann', 'news']);
    expect(await idsFor(ben.token)).toEqual(['welcome', 'of-ben', 'news', 'kept']);
    expect((await server.send('GET', `${items}/owners`)).json()).toEqual({
      'of-ann': ann.openId,
      'of-ben': ben.openId,
      kept: ben.openId,
    });

    await put(`${owned}?owner=${ann.openId}`, { id: 'kept' });
    expect(await idsFor(ben.token)).not.toContain('kept');
    await put(`${owned}?owner=none`, { id: 'kept' });
    expect(await idsFor(stranger.token)).toContain('kept');
    await server.send('DELETE', owned);
  });

  it('are in private collections alone, and those do not become public while they are there', async () => {
    const owners = { a: ann.openId };
    const refused = await server.send('PUT', `${app.collections}/open`, {
      payload: { documents: [{ id: 'a' }], owners },
    });
    expectProblem(refused, 'owner-needs-private');
    await put(`${app.collections}/open`, { documents: [{ id: 'a' }] });
    const one = `${app.collections}/open/documents/a?owner=${ann.openId}`;
    const single = await server.send('PUT', one, { payload: { id: 'a' } });
    expectProblem(single, 'owner-needs-private');
    const opened = await server.send('PUT', `${items}/access`, { payload: { private: false } });
    expectProblem(opened, 'owner-needs-private');
    const replaced = await server.send('PUT', items, {
      payload: { documents: DOCUMENTS, private: false },
    });
    expectProblem(replaced, 'owner-needs-private');
    expectProblem(await get(undefined), 'unauthorized');
  });

  it('name an owner by an openId, and only for documents that are there', async () => {
    for (const owners of [{ 'of-ann': 'ann@example.com' }, { 'not-there': ann.openId }]) {
      const payload = { documents: DOCUMENTS, private: true, owners };
      expectProblem(await server.send('PUT', items, { payload }), 'invalid-body');
    }
    const url = `${items}/documents/of-ann?owner=ann`;
    expectProblem(await server.send('PUT', url, { payload: { id: 'of-ann' } }), 'invalid-query');
  });

  it('are not shown to a mini-app once their person took consent back', async () => {
    const person = await readerOf();
    await put(`${items}/documents/mine?owner=${person.openId}`, { id: 'mine' });
    expect(await idsFor(person.token)).toContain('mine');
    await answerAs(server, person.session, app.appId, 'declined');
    expectProblem(await get(person.token), 'consent-missing');
    // The host itself still reads what belongs to whoever is signed in to it.
    expect(await idsFor(person.session.accessToken)).toContain('mine');
    await server.send('DELETE', `${items}/documents/mine`);
  });
});
