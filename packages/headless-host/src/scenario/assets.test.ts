import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { ownFile } from '../ownFile.ts';
import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { EVERYWHERE } from '../testing/everywhere.ts';
import { runScenario } from './runScenario.ts';

const source = (path: string) => readFile(ownFile(`fixtures/assets/src/${path}`));

describe.each(EVERYWHERE)('on %s, a mini-app with assets for %s', (engine, platform) => {
  let dir = '';
  beforeAll(async () => {
    dir = await builtFixture('assets', platform);
  }, BUILD_MS);

  /** What `require` of an asset gave, from the text that shows it. */
  async function shown(steps: { press: string }[] = []) {
    const report = await runScenario({ dir, platform, engine, steps });
    expect(report.errors).toEqual([]);
    const sourceOf = (name: string) => {
      const text = report.texts.find((one) => one.startsWith(`${name} {`))!;
      return JSON.parse(text.slice(name.length + 1)) as {
        uri: string;
        width?: number;
        height?: number;
        scale?: number;
      };
    };
    const fileOf = (name: string) =>
      readFile(join(dir, 'build', platform, sourceOf(name).uri.split('/app/')[1]!));
    return { ...report, sourceOf, fileOf };
  }

  it('shows a small picture from its code, in the resolution of the screen', async () => {
    const { sourceOf, texts, tree } = await shown();
    const { uri, ...size } = sourceOf('icon');
    expect(size).toEqual({ width: 10, height: 10, scale: 3 });
    const bytes = (await source('pictures/icon@3x.png')).toString('base64');
    expect(uri).toBe(`data:image/png;base64,${bytes}`);
    expect(texts).toContain('Hello from JSON');
    expect(tree).toContain('Image "icon"');
  });

  it('shows a large picture from a file of its version, in the best resolution that there is', async () => {
    const { sourceOf, fileOf, tree } = await shown();
    const { uri, ...size } = sourceOf('photo');
    expect(size).toEqual({ width: 60, height: 60, scale: 2 });
    expect(uri).toMatch(/^https:\/\/mini-app\.invalid\/app\/assets\/photo@2x\.\w+\.png$/);
    expect(await fileOf('photo')).toEqual(await source('pictures/photo@2x.png'));
    expect(tree).toContain('Image "photo"');
  });

  it('has files that are no pictures, however small, as files', async () => {
    const { sourceOf, fileOf } = await shown();
    expect(sourceOf('sound').uri).toMatch(/\/assets\/ping\.\w+\.wav$/);
    expect(await fileOf('sound')).toEqual(await source('sounds/ping.wav'));
    expect(sourceOf('font').uri).toMatch(/\/assets\/icons\.\w+\.ttf$/);
    expect(await fileOf('font')).toEqual(await source('fonts/icons.ttf'));
  });

  it('shows a picture of a screen that is loaded later', async () => {
    const { sourceOf, fileOf } = await shown([{ press: 'More' }]);
    expect(sourceOf('late')).toMatchObject({ width: 64, height: 64, scale: 1 });
    expect(await fileOf('late')).toEqual(await source('pictures/late.png'));
  });
});
