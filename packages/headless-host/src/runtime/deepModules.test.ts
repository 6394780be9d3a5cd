import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { ownFile } from '../ownFile.ts';

const VIEW_CONFIGS = 'lib/generators/components/GenerateViewConfigJs.js';

/** The package that compiles native components, as React Native's preset has it installed. */
function codegenFolder(): string {
  const names = [
    '@react-native/babel-preset',
    '@react-native/babel-plugin-codegen',
    '@react-native/codegen',
  ];
  const manifest = names.reduce(
    (from, name) => createRequire(from).resolve(`${name}/package.json`),
    import.meta.url,
  );
  return dirname(manifest);
}

it('the host has all that native components are compiled to', async () => {
  const generator = await readFile(join(codegenFolder(), VIEW_CONFIGS), 'utf8');
  const needed = [...generator.matchAll(/react-native\/Libraries\/([\w/]+)/g)].map(
    ([, path]) => path,
  );
  expect(needed).toContain('ReactNative/RendererProxy');
  const host = await readFile(ownFile('host-app/deepModules.ts'), 'utf8');
  const had = new Set([...host.matchAll(/^ {2}'([\w/]+)':/gm)].map(([, path]) => path));
  expect(needed.filter((path) => !had.has(path))).toEqual([]);
});
