import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildProject } from './testing/buildProject.ts';
import { type ProjectCopy, copyProject } from './testing/copyProject.ts';

const LIBRARY = 'src/node_modules/react-native-gradients';
let project: ProjectCopy;

beforeAll(async () => {
  project = await copyProject();
  await project.write(`${LIBRARY}/package.json`, { name: 'react-native-gradients', main: 'index' });
  await project.write(
    `${LIBRARY}/index.js`,
    `/** @flow strict-local */
import { View } from 'react-native';
import typeof Everything from './everything';
import Common, { type Props } from './common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Buffer } from 'node:buffer';

export type Direction = {| from: number, to?: ?number |};
opaque type Secret = string;
export const perRequest = () => new AsyncLocalStorage<Secret>();
export const bytesOf = (text: string): number => Buffer.byteLength(text);
export default function Gradient({ colors, ...rest }: Props): React$Node {
  return <View {...(rest: any)}>{Common(colors)}</View>;
}
`,
  );
  await project.write(
    `${LIBRARY}/common.js`,
    `import type { Node } from 'react';
export type Props = { colors: Array<string> };
export default (colors: Array<string>): Node => 'gradient of ' + colors.join();
`,
  );
  // Not in Flow, although it speaks of it: such a file is left alone.
  await project.write(
    `${LIBRARY}/plain.js`,
    `export const type = 'plain'; export const less = (a, b) => a < b;`,
  );
  // A package of npm by the name of a module of Node takes its place.
  await project.write('src/node_modules/buffer/package.json', { name: 'buffer', main: 'index.js' });
  await project.write(
    'src/node_modules/buffer/index.js',
    `export const Buffer = { byteLength: () => 'a length from the package' };`,
  );
  await project.edit(
    'src/App.tsx',
    'export default',
    `export { default as Gradient, bytesOf, perRequest } from './node_modules/react-native-gradients';
export { type, less } from './node_modules/react-native-gradients/plain.js';
export default`,
  );
});
afterAll(() => project.dispose());

describe('a library in a build for browsers', () => {
  it('may have the types of Flow, and parts for servers that import modules of Node', async () => {
    const files = await buildProject(project.root, 'web');
    const code = [...files]
      .filter(([path]) => path.endsWith('.js'))
      .map(([, content]) => content.toString('utf8'))
      .join('\n');
    expect(code).toContain('gradient of ');
    expect(code).toContain('a length from the package');
    expect(code).not.toContain('node:async_hooks');
  }, 180_000);

  it('may; what the project itself imports of Node is refused, with the file', async () => {
    await project.write(
      'src/files.ts',
      `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n`,
    );
    await project.edit(
      'src/App.tsx',
      'export default',
      `export { read } from './files';\nexport default`,
    );
    await expect(buildProject(project.root, 'web')).rejects.toThrow(
      /src\/files\.ts imports fs, which only Node has: neither browsers nor phones do\./,
    );
  }, 180_000);
});
