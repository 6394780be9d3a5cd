import { describe, expect, it } from 'vitest';

import { createMemoryStorage } from '../../platform/memory/createMemoryStorage.ts';
import { createTopics } from './createTopics.ts';

/** A gateway that can be out of reach. */
function gateway() {
  const topics = new Set<string>();
  const calls: string[] = [];
  const state = { isReachable: true };
  const call = async (what: 'subscribe' | 'unsubscribe', topic: string) => {
    calls.push(`${what} ${topic}`);
    if (!state.isReachable) throw new Error('offline');
    if (what === 'subscribe') topics.add(topic);
    else topics.delete(topic);
  };
  return {
    state,
    topics,
    calls,
    subscribe: (_: string, topic: string) => call('subscribe', topic),
    unsubscribe: (_: string, topic: string) => call('unsubscribe', topic),
  };
}

function deviceWith(texts = new Map<string, string>(), server = gateway()) {
  return { ...createTopics(createMemoryStorage(texts), server), server, texts };
}

describe('the topics of a device', () => {
  it('Subscribing while offline is queued and converges later', async () => {
    const device = deviceWith();
    device.server.state.isReachable = false;
    await device.subscribe('news');
    await device.subscribe('promotions');
    await device.unsubscribe('promotions');
    expect(await device.converge('t')).toBe(false);

    const restarted = deviceWith(device.texts, device.server);
    device.server.state.isReachable = true;
    expect(await restarted.converge('t')).toBe(true);
    expect([...device.server.topics]).toEqual(['news']);
  });

  it('are told once: converging again asks for nothing', async () => {
    const device = deviceWith();
    await device.subscribe('news');
    await device.subscribe('news');
    await device.converge('t');
    await device.converge('t');
    expect(device.server.calls).toEqual(['subscribe news']);
  });

  it('a token refresh registers again and keeps the topics', async () => {
    const device = deviceWith();
    await device.subscribe('news');
    await device.converge('old');
    await device.compare();
    device.server.topics.clear();
    expect(await device.converge('new')).toBe(true);
    expect([...device.server.topics]).toEqual(['news']);
  });

  it('a change of mind while the gateway is asked wins', async () => {
    const device = deviceWith();
    const ask = device.server.subscribe;
    device.server.subscribe = async (token, topic) => {
      await ask(token, topic);
      await device.unsubscribe('news');
    };
    await device.subscribe('news');
    expect(await device.converge('t')).toBe(false);
    expect(await device.converge('t')).toBe(true);
    expect([...device.server.topics]).toEqual([]);
    expect(await device.wanted()).toEqual([]);
  });

  it('one that the gateway refuses holds up no other', async () => {
    const device = deviceWith();
    const ask = device.server.subscribe;
    device.server.subscribe = async (token, topic) => {
      if (topic === 'bad') throw new Error('refused');
      await ask(token, topic);
    };
    for (const topic of ['a', 'bad', 'b']) await device.subscribe(topic);
    expect(await device.converge('t')).toBe(false);
    expect([...device.server.topics]).toEqual(['a', 'b']);
  });

  it.each(['', 'a b', '/topics/news', 'ü', 'x'.repeat(901)])(
    'refuses %j at once',
    async (topic) => {
      const device = deviceWith();
      await expect(device.subscribe(topic)).rejects.toMatchObject({ code: 'invalid-argument' });
      expect(device.texts.size).toBe(0);
    },
  );

  it('are limited in number, which is said at once', async () => {
    const device = deviceWith();
    const kept = JSON.stringify({ isWanted: true, isDone: true });
    for (let n = 0; n < 2000; n++) device.texts.set(`topic/t${n}`, kept);
    await expect(device.subscribe('one-more')).rejects.toMatchObject({ code: 'too-many' });
  });
});
