import type { ApiClient } from '@host/api-client';
import type { AddresseeQuery } from '@host/contracts';
import { expect, it } from 'vitest';

import type { Target } from './readTarget.ts';
import { countAudience } from './countAudience.ts';

const asked: AddresseeQuery[] = [];
const client = {
  countAddressees: async (query: AddresseeQuery) => {
    asked.push(query);
    return { devices: 2, isExact: true };
  },
} as unknown as ApiClient;
const countOf = async (target: Target) => {
  const { signal } = new AbortController();
  return (await countAudience(client, target, signal)).count;
};

it('of however many tokens, and of a group, is asked for once', async () => {
  const tokens = Array.from({ length: 1000 }, (_, index) => `${index}`);
  expect(await countOf({ kind: 'device', tokens })).toEqual({ devices: 2, isExact: true });
  expect(await countOf({ kind: 'group', key: 'hg_1' })).toEqual({ devices: 2, isExact: true });
  expect(asked).toEqual([{ tokens }, { group: 'hg_1' }]);
});

it('is claimed for nobody where nobody may know', async () => {
  const target = { kind: 'open-id', openId: 'o', appId: 'com.acme.orders' } as const;
  expect(await countOf(target)).toBeUndefined();
});
