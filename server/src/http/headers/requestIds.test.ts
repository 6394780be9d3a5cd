import { describe, expect, it } from 'vitest';

import { requestIdOf } from './requestIds.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idFor = (given?: string | string[]) => requestIdOf({ headers: { 'x-request-id': given } });

describe('the id of a request', () => {
  it.each(['0e2f6f0e-6c1b-4c57-9d64-6a1f0a1d9a55', 'proxy_1.2-AB', 'x'.repeat(64)])(
    'is the one that a proxy gave it: %s',
    (given) => {
      expect(idFor(given)).toBe(given);
    },
  );

  it.each([
    undefined,
    '',
    'short',
    'x'.repeat(65),
    'with a space',
    'two\nlines-of-log',
    '"},{"level":"error',
    '<script>alert(1)</script>',
    'größer-als-ascii',
    ['id-number-one', 'id-number-two'],
  ])('is a new one in place of %j', (given) => {
    const id = idFor(given);
    expect(id).toMatch(UUID);
    expect(idFor(given)).not.toBe(id);
  });
});
