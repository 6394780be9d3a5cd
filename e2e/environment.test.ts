import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { readVariables } from './environment/readVariables.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** The pages whose tables explain variables. */
const PAGES = ['README.md', 'docs/operating.md', 'docs/push-services.md'];
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
/** Read by the SDK for S3, which has its own documents. */
const OF_OTHERS = new Set(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);

/** What stands in backticks, as a name of a variable. */
const namedIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!).filter((name) => VARIABLE.test(name));

describe('the variables of the environment', () => {
  it('that the server reads are explained, each of them', async () => {
    const pages = await Promise.all(PAGES.map((page) => readFile(join(ROOT, page), 'utf8')));
    // In text a name may come with a value: `NODE_ENV=production`.
    const text = pages.join('\n');
    const named = new Set(
      [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g)].map(([name]) => name),
    );
    // Of each secret of a push service there is one that names its file.
    const isExplained = (name: string) =>
      named.has(name) || (named.has('NAME_FILE') && named.has(name.replace(/_FILE$/, '')));
    const read = [...readVariables()].filter((name) => !OF_OTHERS.has(name));
    expect(read.length).toBeGreaterThan(60);
    expect(read.filter((name) => !isExplained(name))).toEqual([]);
  });

  it.each(PAGES)('that a table of %s explains are read', async (page) => {
    const text = await readFile(join(ROOT, page), 'utf8');
    const tables = text.split(/\n\n+/).filter((block) => block.startsWith('| variable '));
    expect(tables).toHaveLength(page === 'docs/push-services.md' ? tables.length : 1);
    const rows = tables.flatMap((table) => table.split('\n').slice(2));
    const explained = rows.flatMap((row) => namedIn(row.split('|')[1]!));
    expect(explained.length).toBeGreaterThan(2);
    const read = readVariables();
    expect(explained.filter((name) => !read.has(name))).toEqual([]);
    expect(new Set(explained).size).toBe(explained.length);
  });
});
