import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { runScenario } from '../scenario/runScenario.ts';
import { checkStructure } from './checkStructure.ts';

const platform = 'ios';
let orders = '';
let folder = '';

beforeAll(async () => {
  orders = await builtFixture('orders', platform);
}, BUILD_MS);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'structure-'));
  await cp(join(orders, 'build', platform), folder, { recursive: true });
});

afterEach(() => rm(folder, { recursive: true }));

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(join(folder, file), change(await readFile(join(folder, file), 'utf8')));
}

describe('checkStructure', () => {
  it('finds nothing wrong with a build, on either platform', async () => {
    expect(await checkStructure(folder)).toEqual({ ok: true, errors: [] });
    const android = await builtFixture('orders', 'android');
    expect(await checkStructure(android, { platform: 'android' })).toEqual({
      ok: true,
      errors: [],
    });
  });

  it('finds nothing wrong with a library that another tool has compiled', async () => {
    const dir = await builtFixture('libraries', platform);
    expect(await checkStructure(dir, { platform })).toEqual({ ok: true, errors: [] });
    const { ok, texts } = await runScenario({ dir, platform, engine: 'v8', steps: [] });
    expect([ok, texts[0]]).toEqual([true, 'from a library']);
  });

  it('names what the manifest promises and is not there', async () => {
    // As a manifest of other tools, or for the web, does.
    await edit('mf-manifest.json', (text) => {
      const manifest = JSON.parse(text) as { exposes: object[] };
      const [app] = manifest.exposes;
      const assets = { js: { sync: ['gone.bundle'], async: [] } };
      return JSON.stringify({ ...manifest, exposes: [{ ...app, assets }] });
    });
    const { ok, errors } = await checkStructure(folder);
    expect(ok).toBe(false);
    expect(errors[0]?.message).toContain('names gone.bundle, and there is no such file');
  });

  it('finds a container that defines another name than the manifest says', async () => {
    await edit('mf-manifest.json', (text) =>
      text.replace('"globalName": "com_example_orders"', '"globalName": "com_other"'),
    );
    const { errors } = await checkStructure(folder);
    expect(errors).toMatchObject([
      {
        kind: 'load',
        message: 'com_example_orders.container.js does not define com_other.',
      },
    ]);
  });

  it('An unsatisfied range is refused at publish, with the range in the message; so is a module that no host shares', async () => {
    await edit('mf-manifest.json', (text) =>
      text
        .replaceAll('"name": "@host/kit"', '"name": "@other/kit"')
        .replace(/("name": "react",[^}]*"requiredVersion": )"[^"]*"/, '$1"^18.0.0"'),
    );
    const { errors } = await checkStructure(folder);
    expect(errors.map(({ message }) => message).toSorted()).toEqual([
      'It needs react@^18.0.0, and hosts provide 19.2.3.',
      'It takes @other/kit from its host, and hosts do not share that.',
    ]);
  });

  it('reports what a mini-app throws while it loads, with its place in the source', async () => {
    const dir = await builtFixture('throws-at-load', platform);
    const { errors } = await checkStructure(dir, { platform });
    expect(errors).toMatchObject([{ kind: 'load', message: 'TypeError: There are no settings' }]);
    expect(errors[0]?.at).toMatch(/^src\/App\.tsx:/);
  });

  it('ends a mini-app that loops while it loads', async () => {
    const dir = await builtFixture('loops-at-load', platform);
    const { errors } = await checkStructure(dir, { platform, limits: { loadMs: 1000 } });
    expect(errors).toMatchObject([
      { kind: 'load-limit', at: expect.stringMatching(/^src\/App\.tsx:/) },
    ]);
  });
});
