import { isText, isTopic } from '@host/contracts';

import { PushError } from '../PushError.ts';
import type { PushStorage } from '../PushPlatform.types.ts';
import { createSerialQueue } from '../createSerialQueue.ts';

/** Changes a device's topics at the gateway. Rejects if that fails. */
export interface TopicGateway {
  subscribe(token: string, topic: string): Promise<void>;
  unsubscribe(token: string, topic: string): Promise<void>;
}

/** The topics of this device: the desired state is stored here, and the gateway is synced as soon as it is reachable. */
export interface Topics {
  /** Resolves once it is stored; it takes effect at the gateway as soon as there is a connection. */
  subscribe(topic: string): Promise<void>;
  unsubscribe(topic: string): Promise<void>;
  wanted(): Promise<string[]>;
  /** Syncs the gateway; call it when there is a token, or a connection again. False if something is left to do. */
  converge(token: string): Promise<boolean>;
  /** Compares with the gateway's topics: missing ones are subscribed again. A new token starts with none. */
  compare: (listed?: readonly string[]) => Promise<void>;
}

interface Kept {
  isWanted: boolean;
  /** Whether the gateway is in sync. */
  isDone: boolean;
}

const PREFIX = 'topic/';
/** The gateway's limit; a test checks that they agree. */
const MAX_TOPICS = 2000;

export function createTopics(storage: PushStorage, gateway: TopicGateway): Topics {
  const write = createSerialQueue();
  const convergeInTurn = createSerialQueue();

  async function load(): Promise<Map<string, Kept>> {
    const entries = await storage.entries(PREFIX);
    return new Map(
      entries.map(([key, text]) => [key.slice(PREFIX.length), JSON.parse(text) as Kept]),
    );
  }

  const keep = (topic: string, kept: Kept) => storage.set(PREFIX + topic, JSON.stringify(kept));

  function want(topic: string, isWanted: boolean): Promise<void> {
    return write(async () => {
      if (!isText(topic) || !isTopic(topic)) {
        throw new PushError(
          'invalid-argument',
          `"${topic}" is no topic: use letters, digits and - _ . ~ %.`,
        );
      }
      const topics = await load();
      const current = topics.get(topic);
      if (current?.isWanted === isWanted || (!current && !isWanted)) return;
      const wanted = [...topics.values()].filter((kept) => kept.isWanted).length;
      if (isWanted && wanted >= MAX_TOPICS) {
        throw new PushError('too-many', `A device has at most ${MAX_TOPICS} topics.`);
      }
      await keep(topic, { isWanted, isDone: false });
    });
  }

  /** Records a change as done at the gateway, unless the desired state has changed meanwhile. */
  function done(topic: string, isWanted: boolean): Promise<void> {
    return write(async () => {
      const current = (await load()).get(topic);
      if (current?.isWanted !== isWanted) return;
      if (isWanted) await keep(topic, { isWanted, isDone: true });
      else await storage.delete(PREFIX + topic);
    });
  }

  /** Marks missing topics for another sync; a device that is new to the gateway has nothing to unsubscribe from. */
  function compare(listed?: readonly string[]): Promise<void> {
    return write(async () => {
      for (const [topic, { isWanted, isDone }] of await load()) {
        if (!isWanted && !listed) await storage.delete(PREFIX + topic);
        if (isWanted && isDone && !listed?.includes(topic)) {
          await keep(topic, { isWanted, isDone: false });
        }
      }
    });
  }

  return {
    subscribe: (topic) => want(topic, true),
    unsubscribe: (topic) => want(topic, false),
    wanted: async () =>
      [...(await load())].flatMap(([topic, { isWanted }]) => (isWanted ? topic : [])),
    converge: (token) =>
      convergeInTurn(async () => {
        for (const [topic, { isWanted, isDone }] of await load()) {
          if (isDone) continue;
          try {
            await (isWanted ? gateway.subscribe(token, topic) : gateway.unsubscribe(token, topic));
            await done(topic, isWanted);
          } catch {
            // It stays undone.
          }
        }
        return [...(await load()).values()].every(({ isDone }) => isDone);
      }),
    compare,
  };
}
