import { expect, it } from 'vitest';

import { parseTree } from './parseTree.ts';
import { sourceOf } from './sourceOf.ts';
import { unnamedFolders } from './unnamedFolders.ts';

const SOURCE = sourceOf({
  'main.ts': ['./push/a.ts'],
  'push/a.ts': ['./live/fan-out/b.ts'],
  'push/live/fan-out/b.ts': [],
  'push/testing/c.ts': [],
});
const unnamedIn = (tree: string) => unnamedFolders(parseTree(tree), 'server/src/', SOURCE);

it('a tree that names every folder with code is complete: those of tests need no line', () => {
  expect(unnamedIn('server/\n  src/\n    push/\n      live/\n        fan-out/\n')).toEqual([]);
});

it('a folder that the tree leaves out is found', () => {
  expect(unnamedIn('server/\n  src/\n    push/\n      live/\n')).toEqual([
    'The tree of ARCHITECTURE.md lacks server/src/push/live/fan-out/.',
  ]);
});
