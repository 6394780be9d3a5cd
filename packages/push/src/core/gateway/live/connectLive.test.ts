import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createMemoryStorage } from '../../../platform/memory/createMemoryStorage.ts';
import type { GatewaySocket } from '../GatewayPorts.types.ts';
import { connectLive } from './connectLive.ts';
import { createCursor } from './createCursor.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A gateway whose side of every connection a test plays. */
function play() {
  const sockets: (GatewaySocket & {
    said: unknown[];
    isClosed: boolean;
    since?: number;
    listeners: Record<string, (event: never) => void>;
  })[] = [];
  const states: string[] = [];
  const messages: string[] = [];
  let inboxChanges = 0;
  let canOpen = true;
  const cursor = createCursor(createMemoryStorage(), (at) =>
    connection.send({ type: 'ack', cursor: at }),
  );
  const connection = connectLive({
    cursor,
    random: () => 1,
    open: async (since) => {
      if (!canOpen) throw new Error('no network');
      const socket = {
        ...(since !== undefined && { since }),
        said: [] as unknown[],
        isClosed: false,
        listeners: {} as Record<string, (event: never) => void>,
        addEventListener: (type: string, listener: (event: never) => void) =>
          void (socket.listeners[type] = listener),
        send: (text: string) => void socket.said.push(JSON.parse(text)),
        close: () => void (socket.isClosed = true),
      };
      sockets.push(socket);
      return socket;
    },
    listener: {
      onMessage: ({ id }) => void messages.push(id),
      onInboxChanged: () => void inboxChanges++,
      onState: (state) => void states.push(state),
    },
  });
  const last = () => sockets.at(-1)!;
  const sayRaw = (data: unknown) => last().listeners['message']!({ data } as never);
  const say = (message: object) => sayRaw(JSON.stringify(message));
  return {
    connection,
    sockets,
    states,
    messages,
    last,
    say,
    hello: (cursorAt = 0) => say({ type: 'hello', cursor: cursorAt, heartbeat: 30 }),
    message: (id: string, at: number) =>
      say({ type: 'message', cursor: at, id, sentAt: '2026-05-01T10:00:00Z' }),
    sayRaw,
    drop: (code = 1006, reason = '') => last().listeners['close']!({ code, reason } as never),
    inboxChanges: () => inboxChanges,
    setNetwork: (value: boolean) => void (canOpen = value),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a live connection', () => {
  it('hands on messages and acknowledges them when they are kept', async () => {
    const live = play();
    await settle();
    live.hello();
    live.message('7', 1);
    await settle();
    expect(live.messages).toEqual(['7']);
    expect(live.last().said).toEqual([]);
    live.connection.acknowledge('7');
    await settle();
    expect(live.last().said).toEqual([{ type: 'ack', cursor: 1 }]);
  });

  it.each<[string, (live: ReturnType<typeof play>) => void, object[]]>([
    ['it is closed', ({ connection }) => connection.close(), []],
    ['the app leaves the front', ({ connection }) => connection.pause!(), []],
    [
      'it has something else to say',
      ({ connection }) => connection.reportOpened('7'),
      [{ type: 'opened', id: '7' }],
    ],
  ])('acknowledges at once what it gathers when %s', async (_, happen, more) => {
    const live = play();
    await settle();
    live.hello();
    for (const id of ['7', '8']) {
      live.message(id, Number(id));
      live.connection.acknowledge(id);
      await settle();
    }
    const first = { type: 'ack', cursor: 7 };
    expect(live.last().said).toEqual([first]);
    happen(live);
    expect(live.last().said).toEqual([first, { type: 'ack', cursor: 8 }, ...more]);
  });

  it('that breaks comes back after a pause and goes on after what was kept', async () => {
    const live = play();
    await settle();
    live.hello();
    live.message('7', 5);
    live.connection.acknowledge('7');
    await settle();
    live.drop();
    expect(live.states.at(-1)).toBe('waiting');
    await vi.advanceTimersByTimeAsync(999);
    expect(live.sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(live.sockets).toHaveLength(2);
    expect(live.last().since).toBe(5);
  });

  it('comes back when a gateway that ends tells it to', async () => {
    const live = play();
    await settle();
    live.hello();
    live.drop(1001, 'the server shuts down; come back in 3400 ms');
    expect(live.states.at(-1)).toBe('waiting');
    await vi.advanceTimersByTimeAsync(3399);
    expect(live.sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(live.sockets).toHaveLength(2);
  });

  it('pauses longer and longer, a minute at most, and starts over once it is connected', async () => {
    const live = play();
    await settle();
    const pauses: number[] = [];
    for (let index = 0; index < 9; index++) {
      const before = live.sockets.length;
      const start = Date.now();
      live.drop();
      while (live.sockets.length === before) await vi.advanceTimersByTimeAsync(500);
      pauses.push((Date.now() - start) / 1000);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    live.hello();
    live.drop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(live.sockets).toHaveLength(11);
  });

  it('that says nothing for two and a half beats is given up', async () => {
    const live = play();
    await settle();
    live.hello();
    await vi.advanceTimersByTimeAsync(70_000);
    live.say({ type: 'heartbeat', cursor: 1 });
    await vi.advanceTimersByTimeAsync(74_000);
    expect(live.last().isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(live.sockets[0]!.isClosed).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(live.sockets).toHaveLength(2);
  });

  it('that never says hello is given up', async () => {
    const live = play();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(live.last().isClosed).toBe(true);
    expect(live.states).toEqual(['connecting', 'waiting']);
  });

  it('is tried again without a network, and at once when somebody wakes it', async () => {
    const live = play();
    await settle();
    live.hello();
    live.setNetwork(false);
    live.drop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(live.sockets).toHaveLength(1);
    live.setNetwork(true);
    live.connection.wake();
    await settle();
    expect(live.sockets).toHaveLength(2);
  });

  it('that another tab replaced waits until it is in front: two never take turns', async () => {
    const live = play();
    await settle();
    live.hello();
    live.drop(4001);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(live.states.at(-1)).toBe('replaced');
    expect(live.sockets).toHaveLength(1);
    live.connection.wake();
    await settle();
    expect(live.sockets).toHaveLength(2);
  });

  it('says when the gateway does not know the device, or may not', async () => {
    const live = play();
    await settle();
    live.hello();
    live.drop(4004);
    expect(live.states.at(-1)).toBe('unregistered');
    const states: string[] = [];
    for (let index = 0; index < 8; index++) {
      await vi.advanceTimersByTimeAsync(60_000);
      live.drop();
      states.push(live.states.at(-1)!);
    }
    expect(states.filter((state) => state === 'unregistered')).toHaveLength(2);
  });

  it('tells what was opened while there was none as soon as there is one', async () => {
    const live = play();
    live.connection.reportOpened('7');
    await settle();
    live.hello();
    live.connection.reportOpened('8');
    expect(live.last().said).toEqual([
      { type: 'opened', id: '7' },
      { type: 'opened', id: '8' },
    ]);
  });

  it('asks for the inbox when it changed, and passes over what a newer gateway may say', async () => {
    const live = play();
    await settle();
    live.hello();
    live.say({ type: 'inbox', unreadCount: 3 });
    live.say({ type: 'weather' });
    live.sayRaw('not json');
    live.sayRaw(new Uint8Array());
    expect(live.inboxChanges()).toBe(1);
    expect(live.states.at(-1)).toBe('connected');
  });

  it('that was closed stays closed, also while it was being opened', async () => {
    const live = play();
    live.connection.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(live.sockets.every(({ isClosed }) => isClosed)).toBe(true);
    expect(live.states.at(-1)).toBe('closed');
    expect(live.sockets.length).toBeLessThanOrEqual(1);
  });
});
