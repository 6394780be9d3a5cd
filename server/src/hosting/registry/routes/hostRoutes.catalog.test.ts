import { CatalogEntry } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { encodeCursor } from '../../../http/lists/cursor.ts';
import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { readPages } from '../../../testing/readPages.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { vouchFor } from '../../../testing/vouchFor.ts';
import { rolloutBucket } from '../resolution/rolloutBucket.ts';

const ADMIN = '/v1/admin/mini-programs';
const RELEASED = { release: {} };

describe.each(testEngines())('the catalog ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const read = (query: Record<string, string>) =>
    server.send('GET', `/v1/mini-programs?${new URLSearchParams(query).toString()}`, {
      token: undefined,
    });
  const entries = async (query: Record<string, string>) => {
    const response = await read(query);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<{ items: CatalogEntry[] }>().items;
  };
  const namesOf = async (query: Record<string, string>) =>
    (await entries(query)).map(({ name }) => name);
  let words = 0;
  /** A word that only the mini-apps of one test have in their names. */
  const newWord = () => `word${String(++words).padStart(3, '0')}`;

  it('is empty where nothing is released', async () => {
    expect((await read({})).json()).toEqual({ items: [] });
    await vouchFor(server, newAppId(), '1.0.0');
    expect((await read({})).json()).toEqual({ items: [] });
  });

  it('shows what a host needs to show a mini-app, and no more', async () => {
    const [appId, word] = [newAppId(), newWord()];
    const shown = {
      name: `Orders ${word}`,
      description: 'All of them',
      icon: 'https://x.example/i.png',
    };
    await vouchFor(server, appId, '1.0.0', { ...shown, ...RELEASED });
    const [entry, ...others] = await entries({ q: word });
    expect(others).toEqual([]);
    expect(entry).toEqual({
      appId,
      version: '1.0.0',
      permissions: ['storage'],
      isolation: 'frame',
      minHostVersion: '1.0.0',
      ...shown,
    });
    expect(CatalogEntry.parse(entry)).toEqual(entry);
  });

  it('has names and descriptions in the language that is asked for, and finds them in every one', async () => {
    const [word, translated, others] = [newWord(), newWord(), newWord()];
    const appId = newAppId();
    await vouchFor(server, appId, '1.0.0', {
      name: `Orders ${word}`,
      description: 'All of them',
      translations: { de: { name: `Bestellungen ${translated}`, description: 'Alle' } },
      ...RELEASED,
    });
    await vouchFor(server, newAppId(), '1.0.0', { name: `Other ${others}`, ...RELEASED });
    const called = { appId, name: `Orders ${word}`, description: 'All of them' };
    const genannt = { appId, name: `Bestellungen ${translated}`, description: 'Alle' };
    for (const q of [word, translated, `BESTELLUNGEN ${translated.toUpperCase()}`]) {
      expect(await entries({ q })).toMatchObject([called]);
      expect(await entries({ q, language: 'en-GB' })).toMatchObject([called]);
      expect(await entries({ q, language: 'de-AT' })).toMatchObject([genannt]);
    }
    // A version without them, and one that nobody gets, are not found by them any more.
    await vouchFor(server, appId, '1.1.0', { name: `Orders ${word}`, ...RELEASED });
    expect(await entries({ q: translated })).toEqual([]);
    expect(await entries({ q: word })).toHaveLength(1);
    expectProblem(await read({ language: 'de_AT' }), 'invalid-query');
  });

  it('lists only what is released and not suspended', async () => {
    const word = newWord();
    const steps: Record<string, string[]> = {
      released: ['release'],
      registered: [],
      paused: ['release', 'pause'],
      withdrawn: ['release', 'withdraw'],
      suspended: ['release', '../../suspend'],
    };
    const ids: Record<string, string> = {};
    for (const [state, names] of Object.entries(steps)) {
      const appId = (ids[state] = newAppId());
      await vouchFor(server, appId, '1.0.0', { name: `${state} ${word}` });
      for (const name of names) {
        const { pathname } = new URL(`http://x${ADMIN}/${appId}/versions/1.0.0/${name}`);
        expect((await server.post(pathname)).statusCode).toBe(200);
      }
    }
    expect(await namesOf({ q: word })).toEqual([`released ${word}`]);
    await server.post(`${ADMIN}/${ids['suspended']}/resume`);
    await server.post(`${ADMIN}/${ids['paused']}/versions/1.0.0/release`);
    expect(await namesOf({ q: word })).toEqual([
      `paused ${word}`,
      `released ${word}`,
      `suspended ${word}`,
    ]);
  });

  it('is searched by any part of a name, in any case, with % and _ as themselves', async () => {
    const word = newWord();
    const names = [
      '100% Juice',
      '100x Juice',
      'snake_case',
      'snakeXcase',
      'back\\slash',
      'ÜBER Taxi',
      "O'Hara",
    ];
    for (const name of names) {
      await vouchFor(server, newAppId(), '1.0.0', { name: `${name} ${word}`, ...RELEASED });
    }
    const found = async (q: string) =>
      (await namesOf({ q: `${q} ${word}` })).map((name) => name.replace(` ${word}`, ''));
    expect(await found('100% juice')).toEqual(['100% Juice']);
    expect(await found('0% JUICE')).toEqual(['100% Juice']);
    expect(await found('%')).toEqual([]);
    expect(await found('snake_case')).toEqual(['snake_case']);
    expect(await found('_case')).toEqual(['snake_case']);
    expect(await found('back\\slash')).toEqual(['back\\slash']);
    expect(await found('\\slash')).toEqual(['back\\slash']);
    expect(await found('über TAXI')).toEqual(['ÜBER Taxi']);
    expect(await found("o'hara")).toEqual(["O'Hara"]);
    expect(await namesOf({ q: word.toUpperCase() })).toHaveLength(names.length);
    expect(await namesOf({ q: `${word} and more` })).toEqual([]);
  });

  it('is read in pages without a gap or a duplicate, in the order of the names', async () => {
    const word = newWord();
    // Names that many share: the place in the list is more than a name.
    const apps = Array.from({ length: 45 }, (_, index) => ({
      appId: newAppId(),
      name: `${'CbA'[index % 3]} ${word}`,
    }));
    await Promise.all(
      apps.map(async ({ appId, name }) => {
        await server.send('PUT', `${ADMIN}/${appId}/names`, { payload: { name } });
        await vouchFor(server, appId, '1.0.0', { name, ...RELEASED });
      }),
    );
    const inOrder = apps
      .toSorted((a, b) => {
        const [one, other] = [a, b].map(({ name, appId }) => `${name.toLowerCase()} ${appId}`);
        return one! < other! ? -1 : 1;
      })
      .map(({ appId }) => appId);
    for (const limit of ['1', '7', '20', '45', '100']) {
      const pages = await readPages<CatalogEntry>(
        server,
        `/v1/mini-programs?q=${word}&limit=${limit}`,
      );
      expect(pages.flat().map(({ appId }) => appId)).toEqual(inOrder);
      expect(pages).toHaveLength(Math.ceil(45 / Number(limit)));
    }
    expect(await entries({ q: word })).toHaveLength(20);
  });

  it('finds the one that fits behind many that do not', async () => {
    const word = newWord();
    await Promise.all(
      Array.from({ length: 45 }, (_, index) =>
        vouchFor(server, newAppId(), '1.0.0', {
          name: `Not yet ${index} ${word}`,
          minHostVersion: '9.0.0',
          ...RELEASED,
        }),
      ),
    );
    await vouchFor(server, newAppId(), '1.0.0', { name: `Now ${word}`, ...RELEASED });
    const url = `/v1/mini-programs?q=${word}&hostVersion=1.0.0&limit=1`;
    const pages = await readPages<CatalogEntry>(server, url);
    expect(pages.flat().map(({ name }) => name)).toEqual([`Now ${word}`]);
  });

  it('shows each host the version that it would be given, and nothing that would not open', async () => {
    const [appId, word] = [newAppId(), newWord()];
    await vouchFor(server, appId, '1.0.0', { name: `Old ${word}`, ...RELEASED });
    await vouchFor(server, appId, '2.0.0', {
      name: `New ${word}`,
      minHostVersion: '2.0.0',
      ...RELEASED,
    });
    const versions = async (query: Record<string, string>) =>
      (await entries({ q: word, ...query })).map(({ version }) => version);
    expect(await versions({})).toEqual(['2.0.0']);
    expect(await versions({ hostVersion: '2.0.0' })).toEqual(['2.0.0']);
    expect(await versions({ hostVersion: '1.9.0' })).toEqual(['1.0.0']);
    expect(await versions({ hostVersion: '0.9.0' })).toEqual([]);
    expect(await versions({ platform: 'android' })).toEqual(['2.0.0']);
    expect(await versions({ platform: 'web' })).toEqual([]);
  });

  it('shows a partial rollout only to the installs that have it', async () => {
    const [appId, word] = [newAppId(), newWord()];
    const name = `Soon ${word}`;
    await vouchFor(server, appId, '1.0.0', {
      name,
      release: { percentage: 50, cohorts: ['beta'] },
    });
    const installs = Array.from({ length: 20 }, (_, index) => `i${index}`);
    for (const installId of installs) {
      const has = rolloutBucket(appId, '1.0.0', installId) < 5000;
      expect(await namesOf({ q: word, installId })).toEqual(has ? [name] : []);
    }
    expect(await namesOf({ q: word })).toEqual([]);
    expect(await namesOf({ q: word, cohorts: 'beta' })).toEqual([name]);
  });

  it.each([
    [{ limit: '0' }, '/limit'],
    [{ limit: '101' }, '/limit'],
    [{ platform: 'windows' }, '/platform'],
    [{ hostVersion: '1' }, '/hostVersion'],
    [{ q: 'x'.repeat(81) }, '/q'],
    [{ category: 'food' }, '/category'],
    [{ cursor: 'nonsense' }, '/cursor'],
    [{ cursor: encodeCursor(['a']) }, '/cursor'],
    [{ cursor: encodeCursor(['a', 1]) }, '/cursor'],
    [{ cursor: encodeCursor(['a\0', 'b']) }, '/cursor'],
  ] as [Record<string, string>, string][])(
    'is 400 with a pointer for %j',
    async (query, pointer) => {
      const { errors } = expectProblem(await read(query), 'invalid-query');
      expect(errors?.map((each) => each.pointer)).toEqual([pointer]);
    },
  );

  it('is 400 for a search with a NUL, which no name has', async () => {
    expectProblem(await read({ q: '\0' }), 'invalid-query');
  });
});
