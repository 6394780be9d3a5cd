import type { ApiClient } from '@host/api-client';
import type { DeviceCount } from '@host/contracts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { Target } from '../../composer/composePush.ts';
import { useServices } from '../../services/ServicesContext.ts';

/** How many devices a push would reach, and how it is addressed. */
export interface CountedAudience {
  /** Undefined where nobody can count it. */
  count: DeviceCount | undefined;
  target: Exclude<Target, { kind: 'person' }>;
}

/** Counts whom a push would reach, before it is sent. */
export function useAudience(target: Target): UseQueryResult<CountedAudience> {
  const { client } = useServices();
  return useQuery({
    queryKey: ['audience', target],
    queryFn: ({ signal }) => countAudience(client, target, signal),
    // It is looked at in this moment, not in another.
    staleTime: 0,
  });
}

async function countAudience(
  client: ApiClient,
  target: Target,
  signal: AbortSignal,
): Promise<CountedAudience> {
  switch (target.kind) {
    case 'topic':
      return { target, count: await client.countAudience({ topic: target.topic }, { signal }) };
    case 'condition': {
      const { condition } = target;
      return { target, count: await client.countAudience({ condition }, { signal }) };
    }
    case 'person': {
      const tokens = await tokensOfPerson(client, target.person, signal);
      return { target: { kind: 'device', tokens }, count: exactly(tokens.length) };
    }
    case 'group':
      return { target, count: undefined };
    default: {
      const [token, ...others] = target.tokens;
      if (others.length > 0 || token === undefined) {
        return { target, count: exactly(target.tokens.length) };
      }
      return { target, count: await client.countAudience({ token }, { signal }) };
    }
  }
}

/** The tokens of all devices of a person: there are at most 100. */
export async function tokensOfPerson(
  client: ApiClient,
  person: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const { items } = await client.findDevices({ person, limit: 100 }, { signal });
  return items.map(({ token }) => token);
}

function exactly(devices: number): DeviceCount {
  return { devices, isExact: true };
}
