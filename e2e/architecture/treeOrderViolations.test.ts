import { expect, it } from 'vitest';

import { parseTree } from './parseTree.ts';
import { sourceOf } from './sourceOf.ts';
import { treeOrderViolations } from './treeOrderViolations.ts';

const TREE = parseTree(
  'server/\n  src/\n    push/\n      live/  connected\n      devices/\n    http/\n',
);
const violationsIn = (files: Record<string, readonly string[]>) =>
  treeOrderViolations(TREE, 'server/src/', sourceOf(files));

it('lets folders import what stands below them in the tree, and what it does not name', () => {
  const source = {
    'push/live/a.ts': ['../devices/b.ts', '../groups/c.ts'],
    'push/groups/c.ts': ['../devices/b.ts'],
    'push/devices/b.ts': ['../../http/d.ts'],
    'http/d.ts': [],
  };
  expect(violationsIn(source)).toEqual([]);
});

it('finds an import that goes up in the tree', () => {
  expect(violationsIn({ 'push/devices/b.ts': ['../live/a.ts'], 'push/live/a.ts': [] })).toEqual([
    'push/live/ stands above push/devices/ in the tree, but push/devices/b.ts imports push/live/a.ts.',
  ]);
  expect(violationsIn({ 'http/d.ts': ['../push/live/a.ts'], 'push/live/a.ts': [] })).toEqual([
    'push/ stands above http/ in the tree, but http/d.ts imports push/live/a.ts.',
  ]);
});
