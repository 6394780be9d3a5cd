import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findSources } from './findSources.ts';
import { archiveOf, hugeMap, smallMap } from './testing/maps.ts';

const known = { file: 'https://cdn.example/App.js?x', line: 1, column: 1 };
const unknown = { file: 'Other.js', line: 1, column: 1 };

describe('places in the source', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'sources-'))));
  afterAll(() => rm(folder, { recursive: true }));

  async function find(archive: Buffer) {
    const path = join(folder, 'maps.zip');
    await writeFile(path, archive);
    return findSources({ path, places: [known, unknown] });
  }

  it('are found by the map of their file', async () => {
    expect(await find(await archiveOf(smallMap()))).toEqual({
      sources: [{ file: 'src/App.ts', line: 1, column: 1 }, null],
    });
  });

  it('are found in no map that is larger than one may be, which is said', async () => {
    const large = await archiveOf(hugeMap({ megabytes: 26 }));
    expect(await find(large)).toEqual({ sources: [null, null], problem: 'too-large' });
  });

  const map = (rest: object) =>
    JSON.stringify({ version: 3, sources: ['App.ts'], names: [], mappings: 'AAAAA', ...rest });
  it.each([
    ['that is no JSON', '{"version":3'],
    ['without mappings', '{"version":3,"sources":[]}'],
    ['with other things in place of names', map({ names: [['a'.repeat(1000)]] })],
    ['with other things in place of lines', map({ mappings: [[[0, 0, { a: 1 }, 'b']]] })],
    ['that refers to sources that it lacks', map({ sources: [] })],
  ])('are found in no map %s, which is said', async (_, content) => {
    const archive = await archiveOf(content);
    expect(await find(archive)).toEqual({ sources: [null, null], problem: 'broken' });
  });

  it('are found in nothing that is no archive, which is said', async () => {
    expect(await find(Buffer.from('no archive'))).toEqual({ sources: [], problem: 'broken' });
  });
});
