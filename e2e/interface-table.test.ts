import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { parseTable } from './interface-table/parseTable.ts';
import { tableViolations } from './interface-table/tableViolations.ts';
import { testNames } from './interface-table/testNames.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LEFT_OUT = new Set(['node_modules', 'dist', '.git']);

// Documents whose statements each name the place that holds them and the test that shows them.
const DOCUMENTS = ['docs/interface.md', 'docs/threat-model.md'];

describe.each(DOCUMENTS)('%s', (document) => {
  it('names files and tests that exist, for every statement that is not planned', () => {
    const files = new Map<string, string[]>();
    for (const file of testFiles('.')) {
      const titles = new Set(testNames(readFileSync(join(ROOT, file), 'utf8')));
      for (const title of titles) files.set(title, [...(files.get(title) ?? []), file]);
    }
    const rows = parseTable(readFileSync(join(ROOT, document), 'utf8'));
    expect(rows.length).toBeGreaterThan(0);
    const violations = tableViolations(rows, {
      exists: (path) => existsSync(join(ROOT, path)),
      filesWith: (title) => files.get(title) ?? [],
    });
    expect(violations).toEqual([]);
  });
});

function testFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (LEFT_OUT.has(entry.name)) return [];
    if (entry.isDirectory()) return testFiles(path);
    return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
