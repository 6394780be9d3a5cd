import { describe, expect, it } from 'vitest';

import { createBucket } from './createBucket.ts';
import type { FrameBudget } from './FrameBudget.ts';
import { paceMessages } from './paceMessages.ts';
import { type RelayEvent, type RelayPort, relay } from './relay.ts';

const BUDGET: FrameBudget = {
  messages: 3,
  messagesPerSecond: 1,
  text: 10,
  textPerSecond: 5,
  messageText: 6,
};

class FakePort implements RelayPort {
  readonly sent: unknown[] = [];
  isClosed = false;
  readonly #listeners: ((event: RelayEvent) => void)[] = [];

  postMessage(message: unknown): void {
    this.sent.push(message);
  }

  addEventListener(_type: 'message', listener: (event: RelayEvent) => void): void {
    this.#listeners.push(listener);
  }

  start(): void {}

  close(): void {
    this.isClosed = true;
  }

  receive(data: unknown, ports: RelayPort[] = []): void {
    for (const listener of this.#listeners) listener({ data, ports });
  }
}

function startRelay() {
  const [host, miniApp, clock] = [new FakePort(), new FakePort(), { now: 0 }];
  relay(host, BUDGET, createBucket, () => clock.now);
  host.receive('port', [miniApp]);
  return { host, miniApp, clock };
}

describe('the relay of a frame', () => {
  it('passes texts on, and everything of the host', () => {
    const { host, miniApp } = startRelay();
    host.receive({ type: 'ping' });
    miniApp.receive('a');
    expect([miniApp.sent, host.sent]).toEqual([[{ type: 'ping' }], ['a']]);
  });

  it.each([
    ['something else than a text', [{ type: 'call' }]],
    ['what only the relay says', [{ type: 'violation', reason: 'none' }]],
    ['one that is too long', ['1234567']],
    ['too many at once', ['', '', '', '']],
    ['too much at once', ['123456', '123456']],
  ])('cuts a mini-app off at %s, and hears nothing of it any more', (_, messages) => {
    const { host, miniApp } = startRelay();
    for (const message of messages) miniApp.receive(message);
    expect(host.sent.at(-1)).toMatchObject({ type: 'violation', reason: expect.any(String) });
    expect(miniApp.isClosed).toBe(true);
    const { length } = host.sent;
    miniApp.receive('more');
    expect(host.sent).toHaveLength(length);
  });

  it('has room again as time goes by', () => {
    const { host, miniApp, clock } = startRelay();
    for (let second = 0; second < 20; second++) {
      clock.now = second * 1000;
      miniApp.receive('12345');
    }
    expect(host.sent).toHaveLength(20);
    expect(miniApp.isClosed).toBe(false);
  });

  it('never cuts off who keeps to the pace of the SDK, which loses nothing and keeps the order', () => {
    const { host, miniApp, clock } = startRelay();
    const timers: { run: () => void; at: number }[] = [];
    const pace = { ...BUDGET, messages: 1, text: 40, textPerSecond: 20, messageText: 40 };
    const tell = paceMessages((text) => miniApp.receive(text.slice(-6)), pace, {
      now: () => clock.now,
      after: (run, milliseconds) => void timers.push({ run, at: clock.now + milliseconds }),
    });
    for (let index = 0; index < 5; index++) tell({ type: 'can-go-back', value: index % 2 === 0 });
    for (let timer = timers.shift(); timer; timer = timers.shift()) {
      clock.now = timer.at;
      timer.run();
    }
    expect(host.sent).toEqual([':true}', 'false}', ':true}', 'false}', ':true}']);
  });
});
