import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type Listener, createLive } from './createLive.ts';

class Stream {
  readonly #listener: Listener;
  isClosed = false;
  constructor(listener: Listener) {
    this.#listener = listener;
  }
  tell(kind: string) {
    this.say(JSON.stringify({ kind }));
  }
  say(data: string) {
    this.#listener.onMessage(data);
  }
  lose() {
    this.#listener.onLost();
  }
}

describe('changes on the server', () => {
  let streams: Stream[];
  let heard: string[][];
  beforeEach(() => {
    vi.useFakeTimers();
    [streams, heard] = [[], []];
  });
  afterEach(() => void vi.useRealTimers());
  const start = () => {
    const live = createLive({
      open: (listener) => {
        const stream = new Stream(listener);
        streams.push(stream);
        return () => void (stream.isClosed = true);
      },
      onChanges: (kinds) => heard.push([...kinds]),
    });
    live.start();
    return live;
  };

  it('are heard within two seconds, and many together', async () => {
    const live = start();
    expect(live.state.get()).toBe('connecting');
    streams[0]!.tell('hello');
    expect(live.state.get()).toBe('live');
    for (const kind of ['messages', 'mini-app', 'messages']) streams[0]!.tell(kind);
    await vi.advanceTimersByTimeAsync(300);
    expect(heard).toEqual([['all', 'messages', 'mini-app']]);
    for (let count = 0; count < 40; count++) {
      streams[0]!.tell('messages');
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(heard.length).toBeLessThanOrEqual(4);
    expect(heard.length).toBeGreaterThanOrEqual(2);
  });

  it('are all read again after a connection was lost, which is said', async () => {
    const live = start();
    streams[0]!.tell('hello');
    streams[0]!.lose();
    expect(live.state.get()).toBe('lost');
    expect(streams[0]!.isClosed).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    streams[1]!.lose();
    await vi.advanceTimersByTimeAsync(1999);
    expect(streams).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    streams[2]!.tell('hello');
    await vi.advanceTimersByTimeAsync(300);
    expect(live.state.get()).toBe('live');
    expect(heard).toEqual([['all'], ['all']]);
  });

  it('are not waited for on a connection that says nothing any more', async () => {
    const live = start();
    streams[0]!.tell('hello');
    await vi.advanceTimersByTimeAsync(30_000);
    streams[0]!.tell('here');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(live.state.get()).toBe('live');
    await vi.advanceTimersByTimeAsync(11_000);
    expect(live.state.get()).not.toBe('live');
    expect(streams).toHaveLength(2);
  });

  it('are tried for at once when somebody asks, and not any more after the end', async () => {
    const live = start();
    streams[0]!.lose();
    live.retry();
    expect(streams).toHaveLength(2);
    live.retry();
    streams[1]!.tell('hello');
    streams[1]!.tell('messages');
    live.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([live.state.get(), streams.length, heard.length]).toEqual(['off', 2, 0]);
    expect(streams[1]!.isClosed).toBe(true);
  });

  it('of a kind that is not known are passed over', async () => {
    start();
    streams[0]!.tell('hello');
    streams[0]!.tell('new-kind');
    streams[0]!.say('{');
    await vi.advanceTimersByTimeAsync(1000);
    expect(heard).toEqual([['all']]);
  });
});
