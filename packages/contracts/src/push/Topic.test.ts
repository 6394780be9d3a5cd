import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { Topic } from './Topic.ts';
import {
  miniAppCategory,
  miniAppTopic,
  topicAddress,
  topicOfAddress,
  userTopic,
} from './topicNames.ts';

const accepts = (value: unknown) => z.safeParse(Topic, value).success;

describe('Topic', () => {
  it.each(['promotions', 'news', 'user_42', 'miniapp_com.acme.orders_updates', 'a-b.c~d%20', '7'])(
    'accepts %s',
    (topic) => {
      expect(accepts(topic)).toBe(true);
    },
  );

  it('accepts a topic below private/', () => {
    expect(accepts('private/news')).toBe(true);
  });

  it.each(['', 'a b', 'a/b', '/topics/news', 'private/', 'news\n', 'nöws', 'a*', 'a#', "a'b"])(
    'refuses %j',
    (topic) => {
      expect(accepts(topic)).toBe(false);
    },
  );

  it('has at most 900 characters', () => {
    expect(accepts('x'.repeat(900))).toBe(true);
    expect(accepts('x'.repeat(901))).toBe(false);
  });
});

describe('the address of a topic', () => {
  it('is /topics/<topic>', () => {
    expect(topicAddress('promotions')).toBe('/topics/promotions');
  });

  it('leads back to the topic', () => {
    const topic = fc.stringMatching(/^(private\/)?[a-zA-Z0-9\-_.~%]{1,20}$/);
    fc.assert(
      fc.property(topic, (name) => {
        expect(topicOfAddress(topicAddress(name))).toBe(name);
      }),
    );
  });

  it.each(['', 'news', '/topics/', '/topics', 'topics/news', '/topics/a b', '/Topics/news'])(
    'is not %j',
    (address) => {
      expect(topicOfAddress(address)).toBeUndefined();
    },
  );
});

describe('topics that belong to somebody', () => {
  it('are named as the interface names them', () => {
    expect(userTopic('42')).toBe('user_42');
    expect(miniAppTopic('com.acme.orders')).toBe('miniapp_com.acme.orders_updates');
    expect(miniAppTopic('com.acme.orders', 'offers')).toBe('miniapp_com.acme.orders_offers');
  });

  it('have categories beside them that are nobody else’s', () => {
    expect(miniAppCategory('com.acme.orders', 'order')).toBe('miniapp_com.acme.orders_order');
  });

  it('are topics', () => {
    expect(accepts(userTopic('42'))).toBe(true);
    expect(accepts(miniAppTopic('com.acme.orders'))).toBe(true);
  });
});
