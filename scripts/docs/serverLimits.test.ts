import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { keyOf, listedLimits, noteOf } from './limitsPage.ts';
import { NO_LIMITS, SERVER_LIMIT_NOTES } from './serverLimitNotes.ts';
import { limitsIn, serverLimits } from './serverLimits.ts';

const PAGE = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');

describe('the table of limits', () => {
  it('has every constant of the server that is called a limit, or says why it is none', () => {
    expect(serverLimits().length).toBeGreaterThan(80);
    const untold = listedLimits().filter((limit) => noteOf(limit) === '');
    expect(untold.map(keyOf)).toEqual([]);
    const missing = listedLimits().filter(
      ({ name, file }) =>
        !PAGE.split('\n').some(
          (line) => line.startsWith(`| \`${name}\` `) && line.includes(`\`${file}\``),
        ),
    );
    expect(missing.map(keyOf)).toEqual([]);
  });

  it('has notes and reasons for nothing that is gone', () => {
    const keys = new Set(serverLimits().map(keyOf));
    const told = [...Object.keys(SERVER_LIMIT_NOTES), ...Object.keys(NO_LIMITS)];
    expect(told.filter((key) => !keys.has(key))).toEqual([]);
    expect(Object.keys(NO_LIMITS).filter((key) => key in SERVER_LIMIT_NOTES)).toEqual([]);
  });

  it('has the limits of sign-ins, of quotas, of http and of push', () => {
    for (const name of [
      'MAX_SIGN_INS.perAccount',
      'MAX_BYTES_PER_DAY.devices.network',
      'MAX_PROBES_PER_MINUTE',
      'MAX_MESSAGE_BYTES',
    ]) {
      expect(PAGE).toContain(`| \`${name}\` `);
    }
  });
});

describe('a limit in a source', () => {
  it('is read with its value and the comment before it', () => {
    const text = `const KB = 1024;
/**
 * How much
 * fits.
 */
export const MAX_ROOM_BYTES = 2 * KB;
const MAX_OF: Record<string, number> = {
  // A few.
  a: 3,
} as const;
const OTHER = 4;
`;
    const file = 'a.ts';
    expect(limitsIn(text, file)).toEqual([
      { name: 'MAX_ROOM_BYTES', value: 2048, comment: 'How much fits.', file },
      { name: 'MAX_OF.a', value: 3, comment: '', file },
    ]);
  });

  it('is refused when its value comes from elsewhere', () => {
    expect(() => limitsIn('const MAX_A = elsewhere();\n', 'a.ts')).toThrow('a.ts: MAX_A');
  });
});
