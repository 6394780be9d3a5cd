import type { ApiClient } from '@host/api-client';
import { expect, it } from 'vitest';

import { countAudience } from './countAudience.ts';

const REGISTERED = new Set(['one', 'two']);
const client = {
  countAudience: async ({ token }: { token: string }) => ({
    devices: REGISTERED.has(token) ? 1 : 0,
    isExact: true,
  }),
} as unknown as ApiClient;
const countOf = async (tokens: string[]) => {
  const { signal } = new AbortController();
  return (await countAudience(client, { kind: 'device', tokens }, signal)).count;
};

it('of several tokens, those that are registered are counted, each once', async () => {
  expect(await countOf(['one', 'typo', 'two', 'one'])).toEqual({ devices: 2, isExact: true });
  expect(await countOf(['typo'])).toEqual({ devices: 0, isExact: true });
});

it('of more tokens than are looked up, no number is claimed', async () => {
  expect(await countOf(Array.from({ length: 51 }, (_, index) => `${index}`))).toBeUndefined();
});
