import { CategoryAction, LIMITS, LocalNotificationOptions } from '@host/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { createMemoryPlatform } from '../../platform/memory/createMemoryPlatform.ts';
import { createMemoryStorage } from '../../platform/memory/createMemoryStorage.ts';
import { createCategories } from '../categories/createCategories.ts';
import { createTopics } from '../topics/createTopics.ts';
import { readOptions } from './readOptions.ts';

const accepts = (value: unknown) => {
  try {
    readOptions(value as LocalNotificationOptions);
    return true;
  } catch {
    return false;
  }
};

/** Mostly right, so that what is wrong is one thing at a time. */
const mostly = <Value>(right: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 6, arbitrary: right }, fc.jsonValue(), fc.constant(undefined));

const options = fc.record(
  {
    title: mostly(fc.string()),
    body: mostly(fc.string()),
    data: mostly(fc.dictionary(fc.string(), fc.jsonValue())),
    scheduledAt: mostly(
      fc.oneof(
        fc.date(),
        fc.integer({ min: 0, max: 9e15 }),
        fc
          .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') })
          .map((date) => date.toISOString()),
      ),
    ),
    repeatType: mostly(fc.constantFrom('day', 'week')),
    category: mostly(fc.string({ minLength: 1 })),
    channelId: mostly(fc.string({ minLength: 1 })),
    other: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.jsonValue()),
  },
  { requiredKeys: ['title', 'body', 'scheduledAt'] },
);

describe('what the core checks by hand', () => {
  it('of a local notification is what the contract says', () => {
    fc.assert(
      fc.property(fc.oneof(options, fc.jsonValue()), (value) => {
        expect(accepts(value)).toBe(z.safeParse(LocalNotificationOptions, value).success);
      }),
      { numRuns: 2000 },
    );
  });

  it('of the buttons of a category is what the contract says', async () => {
    const text = mostly(fc.string());
    const action = fc.record(
      { id: text, title: text, destructive: mostly(fc.boolean()), more: fc.jsonValue() },
      { requiredKeys: ['id', 'title'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(action, fc.jsonValue()), async (value) => {
        const creating = createCategories(createMemoryPlatform()).create('c', [
          value as CategoryAction,
        ]);
        const isTaken = await creating.then(
          () => true,
          () => false,
        );
        expect(isTaken).toBe(z.safeParse(CategoryAction, value).success);
      }),
      { numRuns: 1000 },
    );
  });

  it('says everything that is wrong at once', () => {
    const wrong = {
      title: 1,
      scheduledAt: 5,
      colour: 'red',
    } as unknown as LocalNotificationOptions;
    expect(() => readOptions(wrong)).toThrow(
      /title: expected a text; body: expected a text; scheduledAt: .*milliseconds \(not seconds\).*; colour: there is no such option/,
    );
  });

  it('of topics is as many as the gateway takes', async () => {
    const texts = new Map<string, string>();
    const kept = JSON.stringify({ isWanted: true, isDone: true });
    for (let n = 1; n < LIMITS.topicsPerDevice; n++) texts.set(`topic/t${n}`, kept);
    const gateway = { subscribe: async () => undefined, unsubscribe: async () => undefined };
    const topics = createTopics(createMemoryStorage(texts), gateway);
    await topics.subscribe('last');
    await expect(topics.subscribe('more')).rejects.toThrow(String(LIMITS.topicsPerDevice));
  });
});
