import type { ApiClient } from '@host/api-client';
import { type DeviceCount, LIMITS, miniAppTopic } from '@host/contracts';

import type { AddressedTarget, Target } from './composePush.ts';
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
    case 'group':
    case 'open-id':
      return { target, count: undefined };
    default: {
      return { target, count: await countRegistered(client, target.tokens, signal) };
    }
  }
}

/** Up to so many tokens are looked up; who pastes more learns how many when they are sent. */
const MAX_LOOKED_UP = 50;

/** How many of some tokens are registered; undefined when there are too many to ask for each. */
async function countRegistered(
  client: ApiClient,
  tokens: readonly string[],
  signal: AbortSignal,
): Promise<DeviceCount | undefined> {
  const different = [...new Set(tokens)];
  if (different.length > MAX_LOOKED_UP) return undefined;
  const counts = await Promise.all(
    different.map((token) => client.countAudience({ token }, { signal })),
  );
  return exactly(counts.reduce((all, { devices }) => all + devices, 0));
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
