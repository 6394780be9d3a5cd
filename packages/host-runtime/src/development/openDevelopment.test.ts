import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { HostOptions } from '../HostOptions.types.ts';
import { createMemoryStore } from '../memory/createMemoryStore.ts';
import type { Registry } from '../ports/Registry.types.ts';
import { openDevelopment } from './openDevelopment.ts';

const APP = 'com.acme.tickets';
const ORIGIN = 'http://192.168.1.7:9002';

/** The versions that registries name, by their address. */
const versions = vi.hoisted(() => new Map<string, string>());

vi.mock('../createHost.ts', () => ({
  createHost: (options: HostOptions) => ({ options, dispose: () => {} }),
}));
vi.mock('../registry/createRegistry.ts', () => ({
  createRegistry: ({ baseUrl }: { baseUrl: string }) => ({
    async resolve(appId: string) {
      const version = versions.get(baseUrl);
      if (version === undefined) throw new Error(`${baseUrl} does not answer.`);
      return { appId, version, path: 'none' };
    },
  }),
}));
// It comes with React Native.
vi.mock('@host/kit/messages', () => ({
  messagesNow: () => (key: string, values?: { origin: string }) => `${key} ${values?.origin ?? ''}`,
}));

let answer: unknown;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  told.length = 0;
  resolvePublished = async () => ({ path: 'tickets', version: '7.0.0' });
  answer = { manifest: { appId: APP, name: 'Tickets' } };
  versions.clear();
  versions.set(ORIGIN, '0.0.1');
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (answer === undefined) throw new TypeError('fetch failed');
    return Response.json(answer);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What the server keeps of the published one, and what it was told. */
const told: string[] = [];
const consent = {
  ask: async () => false,
  records: {
    list: async () => [{ appId: APP, permission: 'user', state: 'granted' }],
    answer: async (_userId: string, { state }: { state: string }) => {
      told.push(state);
      return state;
    },
    forget: async () => {
      throw new Error('What the published one may do is nothing of a project.');
    },
  },
};

const store = createMemoryStore();

let resolvePublished: () => Promise<object>;
const published = {
  resolve: () => resolvePublished(),
  report: async () => {
    throw new Error('What is in development is no news of what is published.');
  },
} as unknown as Registry;

function open(platform: HostOptions['platform'] = 'ios', address = ORIGIN) {
  const isolation = () => 'worker';
  return openDevelopment(address, {
    hostVersion: '1.0.0',
    platform,
    installId: 'phone-1',
    registry: published,
    store,
    consent,
    isolation,
  } as unknown as HostOptions);
}

/** What the host of its own was made with. */
const optionsOf = (development: Awaited<ReturnType<typeof open>>) =>
  (development.host as unknown as { options: HostOptions }).options;

describe('a mini-app in development', () => {
  it('is the one that a dev server in the network of a phone names, in a host of its own', async () => {
    const development = await open('ios', `${ORIGIN}/`);
    expect(development).toMatchObject({ appId: APP, name: 'Tickets' });
    expect(asked).toEqual([`${ORIGIN}/project.json`]);
    const options = optionsOf(development);
    expect(options.isDevelopment).toBe(true);
    expect(options.isolation!({} as never)).toBe('realm');
    development.close();
  });

  it('stores apart from what is published', async () => {
    await store.set('app:a', 'published');
    const development = await open();
    expect(await optionsOf(development).store.get('app:a')).toBeUndefined();
    await optionsOf(development).store.set('app:a', 'mine');
    expect(await store.get('app:a')).toBe('published');
    development.close();
  });

  it('is resolved by the dev server, below the path that the published one has', async () => {
    const development = await open();
    const { registry } = optionsOf(development);
    expect(await registry.resolve(APP, {} as never, {} as never)).toEqual({
      appId: APP,
      version: '0.0.1',
      path: 'tickets',
    });
    development.close();
  });

  it('has no path where the registry gives none', async () => {
    const development = await open();
    const { registry } = optionsOf(development);
    for (const known of [async () => ({}), () => Promise.reject(new Error('not registered'))]) {
      resolvePublished = known;
      expect(await registry.resolve(APP, {} as never, {} as never)).toEqual({
        appId: APP,
        version: '0.0.1',
      });
    }
    development.close();
  });

  it('is allowed nothing that a person allowed the published one, and takes nothing from it', async () => {
    const development = await open('ios');
    const records = optionsOf(development).consent.records!;
    expect(await records.list('ada')).toEqual([]);
    const answerOf = (state: 'granted' | 'declined') => ({ appId: APP, permission: 'user', state });
    for (const state of ['declined', 'granted'] as const) {
      expect(await records.answer('ada', answerOf(state) as never, 0)).toBe(state);
    }
    expect(told).toEqual(['granted']);
    await records.forget('ada', APP);
    development.close();
  });

  it('tells of what it throws to who works on it, and to nobody else', async () => {
    const development = await open();
    const report = { message: 'Out of tickets', stack: 'Error: Out of tickets\n  at App.tsx:3' };
    await optionsOf(development).registry.report(APP, report as never, {} as never);
    expect(development.failure.get()).toBe(report.stack);
    development.close();
  });

  it('follows its builds until it is closed', async () => {
    const development = await open();
    await vi.advanceTimersByTimeAsync(2000);
    expect(development.build.get()).toEqual({ phase: 'built', count: 1 });
    versions.set(ORIGIN, '0.0.2');
    await vi.advanceTimersByTimeAsync(2000);
    expect(development.build.get()).toEqual({ phase: 'built', count: 2 });
    development.close();
    versions.set(ORIGIN, '0.0.3');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(development.build.get()).toEqual({ phase: 'built', count: 2 });
  });

  it.each([
    ['ios', 'http://8.8.8.8:9002', 'addressInNetwork'],
    ['android', 'https://evil.example', 'addressInNetwork'],
    ['web', ORIGIN, 'addressOnMachine'],
  ] as const)('is never asked for on %s at %s', async (platform, address, words) => {
    await expect(open(platform, address)).rejects.toThrow(words);
    expect(asked).toEqual([]);
  });

  it.each([
    ['nobody', undefined],
    ['somebody else', { hello: 'world' }],
  ])('is not there where %s answers, and words say so', async (_who, given) => {
    answer = given;
    await expect(open()).rejects.toThrow(`nobodyAnswers ${ORIGIN}`);
  });
});
