import { readFile, readdir } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { buildOnce } from '../../packages/cli/src/testing/buildOnce.ts';
import { linkProject } from '../../packages/cli/src/testing/linkProject.ts';
import { librariesPage } from './librariesPage.ts';
import { type TestBed, startTestBed } from '../../e2e/host-runtime/openHost.ts';
import { checkBatch } from '../../e2e/libraries/checkBatch.ts';
import type { Library, Results } from '../../e2e/libraries/Library.types.ts';
import { LIBRARIES } from '../../e2e/libraries/libraries.ts';
import { openWebHost } from '../../e2e/libraries/showOnWeb.ts';

const CHROMIUM = inject('chromiumPath');
/** Those that this repository has installed itself. */
const INSTALLED = new Set([
  '@react-navigation/native-stack',
  'react-native-safe-area-context',
  'zod',
]);
type Three = [Library, Library, Library];
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
  beforeAll(async () => {
    await buildOnce();
    bed = await startTestBed(CHROMIUM!);
  });
  afterAll(() => bed?.close());

  it('passes what works, and says of what does not why, on both engines and in a browser', async () => {
    const root = await linkProject(undefined, { template: 'blank' });
    const [first, second, zod] = LIBRARIES.filter(({ name }) => INSTALLED.has(name)) as Three;
    const wrong: Library = { ...zod, shows: 'Something else' };
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const failed = await checkBatch(root, [first, wrong, second], ['ios'], say);
    expect([...failed.keys()]).toEqual(['zod']);
    expect(failed.get('zod')).toContain('Something else');
    expect(said).toEqual([expect.stringContaining('zod, ios') as string]);

    expect(await checkBatch(root, [first, second, zod], ['web'], say)).toEqual(new Map());
    const host = await openWebHost(bed, root, 'frame');
    expect(await host.show(first)).toBeUndefined();
    expect(await host.show(second)).toBeUndefined();
    expect(await host.show(zod)).toBeUndefined();
    await host.close();
  }, 600_000);
});
