import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { parse } from '@babel/parser';
import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';

/** Code that reads what strangers, publishers, mini-apps and servers wrote. */
const FOLDERS = [
  'server/src',
  'packages/api-client/src',
  'packages/contracts/src',
  'packages/host-runtime/src',
  'packages/kit/src',
  'packages/miniapp-sdk/src',
  'packages/push/src',
];
const ROOT = fileURLToPath(new URL('../', import.meta.url));

// One text of some kilobytes that takes seconds stops a server for everybody, so there is no length that is harmless.
describe('a regular expression', () => {
  it('that takes the square of the length of a text, or more, is noticed', () => {
    for (const slow of [/\s*;\s*/, /\/+$/, /^(?:a+)+$/, /^a*a*$/]) expect(isSlow(slow)).toBe(true);
    for (const fine of [/^\s*;/, /(?<!\/)\/+$/, /^[a-z]+$/]) expect(isSlow(fine)).toBe(false);
  });

  it.each(FOLDERS)('takes no more than a multiple of the length of a text: %s', async (folder) => {
    const slow = [];
    for (const file of await readdir(ROOT + folder, { recursive: true })) {
      if (!/(?<!\.test|\.d)\.tsx?$/.test(file)) continue;
      for (const { expression, line } of await expressionsIn(`${ROOT}${folder}/${file}`)) {
        if (isSlow(expression)) slow.push(`${file}:${line} ${String(expression)}`);
      }
    }
    expect(slow).toEqual([]);
  });
});

function isSlow(expression: RegExp): boolean {
  return analyse(expression).reports.length > 0;
}

async function expressionsIn(file: string): Promise<{ expression: RegExp; line: number }[]> {
  const { tokens = [] } = parse(await readFile(file, 'utf8'), {
    sourceType: 'module',
    plugins: ['typescript', ...(file.endsWith('x') ? (['jsx'] as const) : [])],
    tokens: true,
  });
  return (tokens as Token[])
    .filter(({ type }) => type.label === 'regexp')
    .map(({ value, loc }) => ({
      expression: new RegExp(value.pattern, value.flags),
      line: loc.start.line,
    }));
}

interface Token {
  type: { label: string };
  value: { pattern: string; flags: string };
  loc: { start: { line: number } };
}
