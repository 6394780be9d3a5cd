import { expect, it } from 'vitest';

import { stateOfToken } from './stateOfToken.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');

it.each([
  [{ expiresAt: '2026-06-01T00:00:00Z' }, 'valid'],
  [{ expiresAt: '2026-03-03T00:00:00Z' }, 'ends soon'],
  [{ expiresAt: '2026-03-01T00:00:00Z' }, 'expired'],
  [{ expiresAt: '2026-06-01T00:00:00Z', revokedAt: '2026-02-01T00:00:00Z' }, 'revoked'],
])('%j is %s', (token, words) => {
  expect(stateOfToken(token, NOW).words).toBe(words);
});
