import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { dependencyViolations } from './architecture/dependencyViolations.ts';
import { fencedBlock } from './architecture/fencedBlock.ts';
import { importViolations } from './architecture/importViolations.ts';
import { parseLayers } from './architecture/parseLayers.ts';
import { parseTree } from './architecture/parseTree.ts';
import { readWorkspace } from './architecture/readWorkspace.ts';
import { treeViolations } from './architecture/treeViolations.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

describe('ARCHITECTURE.md', () => {
  it('allows every dependency that a package.json has', () => {
    const layers = parseLayers(blockOfArchitecture('L7 '));
    expect(dependencyViolations(layers, readWorkspace(ROOT))).toEqual([]);
  });

  it('names what exists, and marks what does not exist yet', () => {
    const tree = parseTree(blockOfArchitecture('packages/'));
    expect(tree.length).toBeGreaterThan(10);
    expect(treeViolations(tree, isThere)).toEqual([]);
  });
});

describe('the source code', () => {
  it('imports only packages that are in its package.json', () => {
    const packages = readWorkspace(ROOT);
    expect(packages.map(({ folder }) => folder)).toEqual(
      expect.arrayContaining(['.', 'packages/contracts', 'server', 'e2e']),
    );
    expect(importViolations(packages)).toEqual([]);
  });
});

function blockOfArchitecture(start: string): string {
  const block = fencedBlock(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'), start);
  if (block === undefined) {
    throw new Error(`ARCHITECTURE.md has no fenced block with a line that starts with "${start}".`);
  }
  return block;
}

// A folder that holds nothing but installed modules is what is left of one after a change of branch.
function isThere(path: string): boolean {
  const absolute = join(ROOT, path);
  if (!existsSync(absolute)) return false;
  if (!statSync(absolute).isDirectory()) return !path.endsWith('/');
  return readdirSync(absolute).some((name) => name !== 'node_modules' && name !== 'dist');
}
