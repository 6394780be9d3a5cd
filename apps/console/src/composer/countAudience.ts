import type { ApiClient } from '@host/api-client';
import { type DeviceCount, LIMITS, miniAppTopic } from '@host/contracts';

import type { AddressedTarget, Target } from './readTarget.ts';
import { targetOfMiniApp } from './targetOfMiniApp.ts';

/** How many devices a push would reach, and how it is addressed. */
export interface CountedAudience {
  /** Undefined where nobody can count it. */
  count: DeviceCount | undefined;
  target: AddressedTarget;
}

/** Counts whom a push would reach. A person is reached by the tokens of their devices. */
export async function countAudience(
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
    case 'mini-app': {
      const found = await topicsOfMiniApp(client, target.appId, signal);
      const own = targetOfMiniApp(found);
      if (own) return countAudience(client, own, signal);
      const nobody: AddressedTarget = { kind: 'device', tokens: [] };
      return { target: nobody, count: exactly(0) };
    }
    case 'group': {
      const count = await client.countAddressees({ group: target.key }, { signal });
      return { target, count };
    }
    case 'open-id':
      return { target, count: undefined };
    default: {
      const count = await client.countAddressees({ tokens: [...target.tokens] }, { signal });
      return { target, count };
    }
  }
}

/** The topics of a mini-app that some device has: one more than a condition can name is enough to know. */
async function topicsOfMiniApp(
  client: ApiClient,
  appId: string,
  signal: AbortSignal,
): Promise<string[]> {
  const query = { q: miniAppTopic(appId, ''), limit: LIMITS.topicsPerCondition + 1 };
  const { items } = await client.findTopics(query, { signal });
  return items.map(({ topic }) => topic);
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
