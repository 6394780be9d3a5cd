import { readFile, readdir } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { buildOnce } from '../../packages/cli/src/testing/buildOnce.ts';
import { linkProject } from '../../packages/cli/src/testing/linkProject.ts';
import { librariesPage } from './librariesPage.ts';
import { type TestBed, startTestBed } from '../../e2e/host-runtime/openHost.ts';
import type { Library, Results } from '../../e2e/libraries/Library.types.ts';
import { LIBRARIES } from '../../e2e/libraries/libraries.ts';
import { measureLibrary } from '../../e2e/libraries/measureLibrary.ts';
import { writeUse } from '../../e2e/libraries/prepareProjects.ts';

const CHROMIUM = inject('chromiumPath');
const PATIENCE_MS = 300_000;
const here = (path: string) => new URL(path, import.meta.url);

describe('the page of libraries', () => {
  it('is what was measured, of libraries that are all on the list', async () => {
    const results = JSON.parse(
      await readFile(here('../../e2e/libraries/results.json'), 'utf8'),
    ) as Results;
    const page = await readFile(here('../../docs/libraries.md'), 'utf8');
    expect(page).toBe(librariesPage());
    const names = LIBRARIES.map(({ name }) => name);
    expect(Object.keys(results)).toEqual(names.filter((name) => results[name]));
    for (const [name, { version }] of Object.entries(results)) {
      expect(page).toContain(`| \`${name}\` | ${version}`);
    }
  });

  it('has a use of every library, and no other', async () => {
    const uses = (await readdir(here('../../e2e/libraries/uses'))).map((file) =>
      file.replace('.tsx', ''),
    );
    expect(uses.toSorted()).toEqual(LIBRARIES.map(({ use }) => use).toSorted());
  });
});

describe.skipIf(CHROMIUM === undefined)('measuring libraries', () => {
  let bed: TestBed;
  let root: string;
  beforeAll(async () => {
    await buildOnce();
    bed = await startTestBed(CHROMIUM!);
    root = await linkProject(undefined, { template: 'blank' });
  });
  afterAll(() => bed?.close());

  // These are installed in this repository.
  it.each(['@react-navigation/native-stack', 'react-native-safe-area-context'])(
    '%s works, on both engines and in a browser',
    async (name) => {
      expect(await measure(named(name))).toEqual({
        ios: { result: 'works' },
        android: { result: 'works' },
        web: { result: 'works' },
      });
    },
    PATIENCE_MS,
  );

  it(
    'what does not show what it should fails, with the reason',
    async () => {
      const fails = {
        result: 'fails',
        why: expect.stringContaining('Something else') as string,
      };
      const wrong = { ...named('zod'), shows: 'Something else' };
      // It never appears, however long the test waits.
      expect(await measure(wrong, 3000)).toEqual({ ios: fails, android: fails, web: fails });
    },
    PATIENCE_MS,
  );

  async function measure(library: Library, patienceMs?: number) {
    await writeUse(root, library);
    return measureLibrary(root, library, bed, patienceMs);
  }
});

function named(wanted: string): Library {
  return LIBRARIES.find(({ name }) => name === wanted)!;
}
