import { type HostServices, createMemoryHost, guardServices } from '@host/miniapp-sdk/host';
import { describe, expect, it } from 'vitest';

import { OBSERVED, type Observed, type ToFrame, type WireState } from './messages.ts';
import { portServices } from './portServices.ts';
import { type FrameEvents, type Port, servePort, stateOf } from './servePort.ts';

/** One end of a port, with what structured cloning does to values. */
class FakePort implements Port {
  readonly #listeners: ((event: MessageEvent) => void)[] = [];
  other: FakePort | undefined;

  postMessage(message: unknown): void {
    const data: unknown = structuredClone(message);
    queueMicrotask(() => this.other?.receive(data));
  }

  receive(data: unknown): void {
    for (const listener of this.#listeners) listener({ data } as MessageEvent);
  }

  addEventListener(_type: 'message', listener: (event: MessageEvent) => void): void {
    this.#listeners.push(listener);
  }

  start(): void {}
  close(): void {}
}

function channel(): [FakePort, FakePort] {
  const [a, b] = [new FakePort(), new FakePort()];
  a.other = b;
  b.other = a;
  return [a, b];
}

function connect(services: HostServices) {
  const [hostSide, frameSide] = channel();
  const heard: string[] = [];
  const events: FrameEvents = {
    started: () => heard.push('started'),
    rendered: () => heard.push('rendered'),
    failed: (error) => heard.push(`failed ${error.message}`),
    crashed: (error) => heard.push(`crashed ${error.message}`),
    canGoBack: (value) => heard.push(`back ${value}`),
    alive: () => heard.push('alive'),
    violated: (reason) => heard.push(`violated ${reason}`),
  };
  const stop = servePort(hostSide, services, events);
  const initial = Object.fromEntries(OBSERVED.map((name) => [name, stateOf(services, name)]));
  const tell = (message: unknown) => frameSide.postMessage(JSON.stringify(message));
  const frame = portServices(tell, initial as Record<Observed, WireState>);
  frameSide.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => frame.receive(data));
  return { services: frame.services, frameSide, hostSide, tell, heard, stop };
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

describe('services over a port', () => {
  it('answer calls with values and errors as they are', async () => {
    const host = createMemoryHost({ api: { 'GET /orders/items': [{ id: '1' }] } });
    const { services } = connect(host.services);
    await services.storage.set('a', { deep: [1] });
    expect(await services.storage.get('a')).toEqual({ deep: [1] });
    expect(await services.api.request('GET', '/orders/items')).toEqual([{ id: '1' }]);
    await expect(services.api.request('GET', '/nothing')).rejects.toMatchObject({
      name: 'HostError',
      code: 'not-found',
      status: 404,
    });
  });

  it('tell of changes once somebody looks', async () => {
    const host = createMemoryHost();
    const { services } = connect(host.services);
    expect(services.auth.get().user).toBeNull();
    const heard: unknown[] = [];
    services.auth.subscribe(() => heard.push(services.auth.get().user));
    host.signIn({ openId: 'u', name: 'Ada' });
    await turn();
    expect(heard.at(-1)).toEqual({ openId: 'u', name: 'Ada' });
  });

  it('are guarded on the side of the host', async () => {
    const host = createMemoryHost({ user: { openId: 'u', name: 'Ada' } });
    const { services } = connect(guardServices(host.services, []));
    await expect(services.storage.set('a', 1)).rejects.toMatchObject({
      code: 'permission-not-declared',
    });
    services.auth.subscribe(() => {});
    await turn();
    expect(services.auth.get().user).toBeNull();
    const strict = connect(guardServices(host.services, [], { isDevelopment: true }));
    expect(() => strict.services.auth.get()).toThrow('"user"');
    expect(host.calls).toEqual([]);
  });

  it.each([
    null,
    'text',
    { type: 'call', id: 1, name: 'storage.constructor', args: [] },
    { type: 'call', id: 1, name: 'auth.get', args: [] },
    { type: 'call', id: 'x', name: 'storage.get', args: ['a'] },
    { type: 'observe', service: '__proto__' },
    { type: 'crashed', message: 7 },
    { type: 'other' },
  ])('ignore what no frame says: %j', async (message) => {
    const host = createMemoryHost();
    const { tell, heard } = connect(host.services);
    tell(message);
    await turn();
    expect([host.calls, heard]).toEqual([[], []]);
  });

  it.each([
    ['storage.set', [7, 1]],
    ['storage.get', []],
    ['storage.set', ['a', 1, 2]],
    ['api.request', ['TRACE', '/orders/items']],
    ['analytics.track', ['name', 'no object']],
  ])('refuse %s with %j before it reaches the host', async (name, args) => {
    const host = createMemoryHost();
    const { frameSide, tell } = connect(host.services);
    const answers: unknown[] = [];
    frameSide.addEventListener('message', ({ data }: MessageEvent) => answers.push(data));
    tell({ type: 'call', id: 1, name, args });
    await turn();
    await turn();
    expect(answers).toMatchObject([{ type: 'refusal', error: { code: 'invalid-argument' } }]);
    expect(host.calls).toEqual([]);
  });

  it('say nothing of what broke inside the host', async () => {
    const host = createMemoryHost();
    const broken: HostServices = {
      ...host.services,
      links: { open: () => Promise.reject(new Error('secret of the host')) },
    };
    const { services } = connect(broken);
    const failure = await services.links.open('x').catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(String(failure)).not.toContain('secret');
  });

  it('pass on how the frame does, and stop when it is gone', async () => {
    const host = createMemoryHost();
    const { tell, heard, stop } = connect(host.services);
    tell({ type: 'rendered' });
    tell({ type: 'crashed', message: 'no', stack: 'at' });
    tell({ type: 'can-go-back', value: true });
    await turn();
    stop();
    tell({ type: 'rendered' });
    await turn();
    expect(heard).toEqual(['rendered', 'crashed no', 'back true']);
  });

  it('refuse at the mini-app what cannot be sent', async () => {
    const host = createMemoryHost();
    const { services } = connect(host.services);
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    for (const value of [circle, 1n, undefined]) {
      await expect(services.storage.set('a', value)).rejects.toMatchObject({
        code: 'invalid-argument',
      });
    }
    expect(host.calls).toEqual([]);
  });

  it('do a limited number of calls at the same time, and forget the others when it is closed', async () => {
    const host = createMemoryHost();
    const started: string[] = [];
    const release: (() => void)[] = [];
    const slow: HostServices = {
      ...host.services,
      links: {
        open(link) {
          started.push(link);
          return new Promise((resolve) => release.push(resolve));
        },
      },
    };
    const { services, stop } = connect(slow);
    const answered: string[] = [];
    for (let index = 0; index < 100; index++) {
      void services.links.open(String(index)).then(() => answered.push(String(index)));
    }
    await turn();
    expect(started).toHaveLength(64);
    release.at(0)?.();
    await turn();
    expect(started).toHaveLength(65);
    expect(answered).toEqual(['0']);
    stop();
    for (const each of release) each();
    await turn();
    expect(started).toHaveLength(65);
  });

  it('tell when the relay has cut the mini-app off', async () => {
    const { frameSide, heard } = connect(createMemoryHost().services);
    frameSide.postMessage({ type: 'violation', reason: 'too much' });
    await turn();
    expect(heard).toEqual(['violated too much']);
  });
});
