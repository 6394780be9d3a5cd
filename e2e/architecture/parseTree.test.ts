import { describe, expect, it } from 'vitest';

import { parseTree } from './parseTree.ts';
import { treeViolations } from './treeViolations.ts';

describe('the tree', () => {
  const tree = parseTree(
    [
      'README.md  LICENSE  pnpm-workspace.yaml',
      'packages/            published libraries, one job each',
      '  contracts/         schemas and types',
      '  push/              core/ (no React), react/    (planned)',
      '    core/            no React',
      'server/              registry/ artifacts/',
      '                     http/ and storage/',
      'apps/host/           the host  (planned)',
    ].join('\n'),
  );

  it('is read with folders inside folders, and descriptions are left out', () => {
    expect(tree).toEqual([
      { path: 'README.md', isPlanned: false },
      { path: 'LICENSE', isPlanned: false },
      { path: 'pnpm-workspace.yaml', isPlanned: false },
      { path: 'packages/', isPlanned: false },
      { path: 'packages/contracts/', isPlanned: false },
      { path: 'packages/push/', isPlanned: true },
      { path: 'packages/push/core/', isPlanned: true },
      { path: 'server/', isPlanned: false },
      { path: 'apps/host/', isPlanned: true },
    ]);
  });

  it('must not name what is not there, nor call planned what is', () => {
    const missing = new Set(['server/', 'packages/push/core/']);
    expect(treeViolations(tree, (path) => !missing.has(path))).toEqual([
      'ARCHITECTURE.md marks packages/push/ as (planned), but it exists: remove the mark.',
      'ARCHITECTURE.md names server/, which does not exist: remove the line, or mark it with (planned) at its end.',
      'ARCHITECTURE.md marks apps/host/ as (planned), but it exists: remove the mark.',
    ]);
  });
});
