import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { buildProject } from './testing/buildProject.ts';
import { type ProjectCopy, copyProject } from './testing/copyProject.ts';

const picture = (name: string) =>
  readFile(
    fileURLToPath(
      new URL(`../../headless-host/fixtures/assets/src/pictures/${name}`, import.meta.url),
    ),
  );
const withoutDigest = (path: string) => path.replace(/\.[0-9a-f]{16}(?=\.)/, '');

let project: ProjectCopy;

beforeAll(async () => {
  project = await copyProject();
  for (const name of ['photo.png', 'photo@2x.png', 'icon.png', 'icon@3x.png']) {
    await project.write(`src/${name}`, await picture(name));
  }
  // Only for one platform, and only in another resolution.
  await project.write('src/mark@2x.png', await picture('photo@2x.png'));
  await project.write('src/mark@2x.android.png', await picture('late.png'));
  await project.write('src/icons.ttf', Buffer.from('a font'));
  // Names that an address or another system takes for something else.
  await project.write('src/50% off.png', await picture('photo@2x.png'));
  await project.write('src/aux.ttf', Buffer.from('another font'));
  const icons = 'src/node_modules/react-native-vector-icons';
  await project.write(`${icons}/package.json`, '{ "name": "react-native-vector-icons" }');
  await project.write(`${icons}/Ionicons.js`, `export default 'a set of icons';`);
  await project.write(`${icons}/Fonts/Ionicons.ttf`, Buffer.from('a font of icons'));
  await project.write(`${icons}/Fonts/Feather.ttf`, Buffer.from('a font that nobody uses'));
  await project.edit(
    'src/App.tsx',
    'import',
    `import set from 'react-native-vector-icons/Ionicons';\nimport`,
  );
  // As libraries do: they ask React Native for assets, and hand on types of their own sources.
  await project.write('src/kinds.ts', 'export interface Kind { name: string }');
  await project.write(
    'src/library.ts',
    `export { Kind } from './kinds';
export { getAssetByID } from '@react-native/assets-registry/registry';`,
  );
  await project.edit('src/App.tsx', 'import', `import { getAssetByID } from './library';\nimport`);
  await project.edit(
    'src/App.tsx',
    'export default',
    `export const assets = [set, getAssetByID(1), require('./photo.png'), require('./icon.png'), require('./mark.png'), require('./icons.ttf'), require('./50% off.png'), require('./aux.ttf')];
export default`,
  );
});
afterAll(() => project.dispose());

/** The files of a build that are no code, and the code. */
async function build(platform: string) {
  const files = await buildProject(project.root, platform);
  const assets = [...files].filter(([path]) => path.startsWith('assets/'));
  const code = [...files].filter(([path]) => /\.(js|bundle)$/.test(path));
  return {
    assets: new Map(assets.map(([path, content]) => [withoutDigest(path), content])),
    code: code.map(([, content]) => content.toString('utf8')).join('\n'),
  };
}

describe('assets', () => {
  it.each([
    ['ios', ['assets/photo.png']],
    ['android', ['assets/photo.png']],
    ['web', ['assets/Ionicons.ttf']],
  ])(
    'of a build for %s are files when they are large or no pictures, and in the code otherwise',
    async (platform, own) => {
      const { assets, code } = await build(platform);
      const ofAll = ['50_off.png', 'aux_.ttf', 'icons.ttf', 'mark@2x.png', 'photo@2x.png'];
      const expected = [...ofAll.map((name) => `assets/${name}`), ...own];
      expect([...assets.keys()].toSorted()).toEqual(expected.toSorted());
      const mark = platform === 'android' ? 'late.png' : 'photo@2x.png';
      expect(assets.get('assets/mark@2x.png')).toEqual(await picture(mark));
      expect(code).toContain((await picture('icon@3x.png')).toString('base64'));
      expect(code).not.toContain((await picture('photo@2x.png')).toString('base64').slice(0, 100));
    },
    180_000,
  );

  it('that are the fonts of icons are registered in a page by their names', async () => {
    const { code } = await build('web');
    expect(code).toMatch(/\["Ionicons"\]/);
    expect(code).toContain('document.fonts.add(');
  }, 180_000);

  // All of React Native is compiled for it.
  it('of a mini-app that runs by itself on a device are all in the code', async () => {
    vi.stubEnv('STANDALONE', 'true');
    const { assets, code } = await build('ios');
    vi.unstubAllEnvs();
    expect([...assets.keys()]).toEqual([]);
    expect(code).toContain((await picture('photo@2x.png')).toString('base64').slice(0, 100));
  }, 400_000);
});
