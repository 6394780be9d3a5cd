import { type CollectionList, LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchedApp } from './testing/vouchedApp.ts';

describe.each(testEngines())('the collections of a mini-app ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const put = (url: string, payload: object) => server.send('PUT', url, { payload });
  const read = async (url: string) => (await server.send('GET', url)).json<object[]>();

  it('are made by the first PUT, replaced by the next, and listed with what they hold', async () => {
    const { path, collections } = await vouchedApp(server);
    const first = await put(`${collections}/items`, { documents: [{ id: 'a' }, { id: 'b' }] });
    expect(first.statusCode, first.body).toBe(201);
    const second = await put(`${collections}/items`, { documents: [{ id: 'b', title: 'B' }] });
    expect(second.statusCode).toBe(200);
    await put(`${collections}/drafts`, { documents: [], private: true });
    expect(await read(`${collections}/items`)).toEqual([{ id: 'b', title: 'B' }]);
    const { items } = (await server.send('GET', collections)).json<CollectionList>();
    expect(items).toEqual([
      {
        name: 'drafts',
        path: `${path}/drafts`,
        private: true,
        documents: 0,
        bytes: 0,
        updatedAt: expect.any(String),
      },
      {
        name: 'items',
        path: `${path}/items`,
        private: false,
        documents: 1,
        bytes: JSON.stringify({ id: 'b', title: 'B' }).length,
        updatedAt: expect.any(String),
      },
    ]);
  });

  it('are left alone when they are there and only a new one was wanted', async () => {
    const { collections } = await vouchedApp(server);
    const wanted = { documents: [{ id: 'a' }], onlyNew: true };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => put(`${collections}/items`, wanted)),
    );
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    expect([made.length, refused.length]).toEqual([1, 4]);
    const later = await put(`${collections}/items`, { documents: [], onlyNew: true });
    expectProblem(later, 'collection-exists');
    expect(await read(`${collections}/items`)).toEqual([{ id: 'a' }]);
  });

  it('take one document in place of the one with its id, or at the end', async () => {
    const { collections } = await vouchedApp(server, { documents: [{ id: 'a' }, { id: 'b' }] });
    const added = await put(`${collections}/items/documents/c`, { id: 'c' });
    expect([added.statusCode, added.json()]).toEqual([201, { id: 'c' }]);
    const changed = await put(`${collections}/items/documents/a`, { id: 'a', n: 1 });
    expect(changed.statusCode).toBe(200);
    expect(await read(`${collections}/items`)).toEqual([
      { id: 'a', n: 1 },
      { id: 'b' },
      { id: 'c' },
    ]);
    expectProblem(await put(`${collections}/items/documents/a`, { id: 'b' }), 'invalid-body');
  });

  it('take many documents at once, all of them or none, and the same ones again', async () => {
    const { collections } = await vouchedApp(server, {
      documents: [{ id: 'a', n: 1 }, { id: 'b' }],
    });
    const all = `${collections}/items/documents`;
    const documents = [{ id: 'c' }, { n: 1, id: 'a' }, { id: 'b', n: -0 }];
    const answer = await put(all, { documents });
    expect(answer.json(), answer.body).toEqual({ added: ['c'], changed: ['b'], unchanged: 1 });
    const there = [{ id: 'a', n: 1 }, { id: 'b', n: 0 }, { id: 'c' }];
    expect(await read(`${collections}/items`)).toEqual(there);
    const again = await put(all, { documents });
    expect(again.json()).toEqual({ added: [], changed: [], unchanged: 3 });
    expectProblem(await put(all, { documents: [{ id: 'd' }, { id: 'a b' }] }), 'invalid-body');
    expectProblem(await put(all, { documents: [{ id: 'd' }, { id: 'd' }] }), 'invalid-body');
    const many = Array.from({ length: LIMITS.documentsPerCollection }, (_, n) => ({ id: `n${n}` }));
    expectProblem(await put(all, { documents: many }), 'collection-full');
    expect(await read(`${collections}/items`)).toEqual(there);
    const made = await put(`${collections}/new/documents`, { documents: [{ id: 'a' }] });
    expect(made.json()).toEqual({ added: ['a'], changed: [], unchanged: 0 });
  });

  it('do not lose what somebody else changed since it was seen', async () => {
    const first = [{ id: 'a', n: 1 }, { id: 'b' }];
    const { collections } = await vouchedApp(server, { documents: first });
    const all = `${collections}/items/documents`;
    const mine = [{ id: 'a', n: 2 }, { id: 'c' }];
    await put(`${all}/a`, { id: 'a', n: 3 });
    const refused = expectProblem(
      await put(all, { documents: mine, seen: first }),
      'document-conflict',
    );
    expect(refused.errors).toEqual([
      { pointer: '/documents/0', code: 'conflict', detail: 'a is another by now' },
    ]);
    expect(await read(`${collections}/items`)).toEqual([{ id: 'a', n: 3 }, { id: 'b' }]);
    const seen = [{ n: 3, id: 'a' }];
    const taken = await put(all, { documents: mine, seen });
    expect(taken.json()).toEqual({ added: ['c'], changed: ['a'], unchanged: 0 });
    // A retry whose first try arrived sees what it sent itself.
    expect((await put(all, { documents: mine, seen })).json()).toMatchObject({ unchanged: 2 });
    expectProblem(
      await put(all, { documents: [{ id: 'b', n: 1 }], seen: [] }),
      'document-conflict',
    );
    await server.send('DELETE', `${all}/c`);
    const gone = await put(all, { documents: [{ id: 'c', n: 1 }], seen: [{ id: 'c' }] });
    expect(expectProblem(gone, 'document-conflict').errors![0]!.detail).toMatch(
      /not there any more/,
    );
  });

  it('let exactly one of those win who saw the same', async () => {
    const { collections } = await vouchedApp(server, { documents: [{ id: 'a', n: 0 }] });
    const seen = [{ id: 'a', n: 0 }];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        put(`${collections}/items/documents`, { documents: [{ id: 'a', n: n + 1 }], seen }),
      ),
    );
    const taken = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    expect([taken.length, refused.length]).toEqual([1, 7]);
  });

  it('lose one document, or everything', async () => {
    const { collections } = await vouchedApp(server, { documents: [{ id: 'a' }, { id: 'b' }] });
    const document = `${collections}/items/documents/a`;
    expect((await server.send('DELETE', document)).json()).toMatchObject({ documents: 1 });
    expectProblem(await server.send('DELETE', document), 'document-not-found');
    expect((await server.send('DELETE', `${collections}/items`)).statusCode).toBe(200);
    expectProblem(await server.send('GET', `${collections}/items`), 'collection-not-found');
    expectProblem(await server.send('DELETE', `${collections}/items`), 'collection-not-found');
    expectProblem(
      await put(`${collections}/items/access`, { private: true }),
      'collection-not-found',
    );
    // What comes under the same name later has nothing of it.
    await put(`${collections}/items`, { documents: [] });
    expect(await read(`${collections}/items`)).toEqual([]);
  });

  it('keep every document when many are put at the same time', async () => {
    const { collections } = await vouchedApp(server, { documents: [] });
    const ids = Array.from({ length: 20 }, (_, index) => `n${index}`);
    const answers = await Promise.all(
      ids.map((id) => put(`${collections}/items/documents/${id}`, { id })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    const found = (await read(`${collections}/items`)) as { id: string }[];
    expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it('hold a bounded number of documents and bytes, and are as they were when there is no room', async () => {
    const { collections } = await vouchedApp(server);
    const many = Array.from({ length: LIMITS.documentsPerCollection }, (_, n) => ({ id: `n${n}` }));
    expect((await put(`${collections}/items`, { documents: many })).statusCode).toBe(201);
    const oneMore = await put(`${collections}/items/documents/more`, { id: 'more' });
    expectProblem(oneMore, 'collection-full');
    expect(await read(`${collections}/items`)).toHaveLength(many.length);
    expectProblem(
      await put(`${collections}/items`, { documents: [...many, { id: 'more' }] }),
      'invalid-body',
    );

    const text = 'x'.repeat(LIMITS.documentBytes - 100);
    const large = Array.from({ length: 33 }, (_, n) => ({ id: `n${n}`, text }));
    expectProblem(await put(`${collections}/large`, { documents: large }), 'collection-full');
    expectProblem(await server.send('GET', `${collections}/large`), 'collection-not-found');
    const tooLarge = await put(`${collections}/large/documents/a`, {
      id: 'a',
      text: 'x'.repeat(LIMITS.documentBytes),
    });
    expectProblem(tooLarge, 'invalid-body');
    const huge = { documents: [], text: 'x'.repeat(2 * LIMITS.collectionBytes) };
    const { detail } = expectProblem(await put(`${collections}/large`, huge), 'body-too-large');
    expect(detail).toContain(String(LIMITS.collectionBytes + LIMITS.jsonBodyBytes));
  });

  it('are a bounded number', async () => {
    const { collections } = await vouchedApp(server);
    for (let index = 0; index < LIMITS.collectionsPerApp; index++) {
      await put(`${collections}/c${index}`, { documents: [] });
    }
    expectProblem(await put(`${collections}/more`, { documents: [] }), 'collection-full');
    expectProblem(await put(`${collections}/more/documents/a`, { id: 'a' }), 'collection-full');
    expect((await put(`${collections}/c0`, { documents: [{ id: 'a' }] })).statusCode).toBe(200);
  });

  it.each([
    [{}, '/documents'],
    [{ documents: {} }, '/documents'],
    [{ documents: [{ title: 'No id' }] }, '/documents/0/id'],
    [{ documents: [{ id: 7 }] }, '/documents/0/id'],
    [{ documents: [{ id: '' }] }, '/documents/0/id'],
    [{ documents: [{ id: '..' }] }, '/documents/0/id'],
    [{ documents: [{ id: 'a/b' }] }, '/documents/0/id'],
    [{ documents: [{ id: 'a' }, { id: 'a' }] }, '/documents'],
    [{ documents: [], private: 'yes' }, '/private'],
    [{ documents: [], owner: 'me' }, '/owner'],
  ])('are not filled with %j', async (body, pointer) => {
    const { collections } = await vouchedApp(server);
    const { errors } = expectProblem(await put(`${collections}/items`, body), 'invalid-body');
    expect(errors?.map((each) => each.pointer)).toEqual([pointer]);
  });

  it('keep text as it is, whatever is in it', async () => {
    const odd = {
      id: 'odd',
      text: 'a\u0000b \ud83d\ude00 </script> "\\',
      big: 1e300,
      deep: [[[{}]]],
    };
    const { path } = await vouchedApp(server, { documents: [odd] });
    const response = await server.send('GET', `${path}/items`, { token: undefined });
    expect(response.json()).toEqual([odd]);
  });

  it('belong to a mini-app that is registered', async () => {
    const collections = `/v1/admin/mini-programs/${newAppId()}/collections`;
    expectProblem(await server.send('GET', collections), 'mini-program-not-found');
    expectProblem(await put(`${collections}/items`, { documents: [] }), 'mini-program-not-found');
    expectProblem(await put(`${collections}/Items`, { documents: [] }), 'invalid-path');
  });
});
