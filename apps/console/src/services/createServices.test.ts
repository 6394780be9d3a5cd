import type { ConsoleSession } from '@host/contracts';
import { expect, it } from 'vitest';

import { type Draft, EMPTY_DRAFT } from '../composer/composePush.ts';
import { createServices } from './createServices.ts';

const ANN = 'person:ann';
const BEN = 'person:ben';
const DRAFT: Draft = {
  ...EMPTY_DRAFT,
  audience: 'person',
  addresses: { person: 'a-person' },
  title: 'Dismissed',
};

const sessionOf = (actor: string): ConsoleSession => ({
  id: `session-of-${actor}`,
  actor,
  name: actor,
  scopes: ['read', 'push'],
  createdAt: '2026-03-01T12:00:00Z',
  expiresAt: '2026-03-01T20:00:00Z',
  idleSeconds: 1800,
});

/** What a browser keeps, and a server that says who is signed in. */
function browser() {
  const kept = new Map<string, string>();
  const server = { actor: ANN };
  const page = {
    location: new URL('https://console.example/console/compose'),
    history: {},
    addEventListener() {},
    document: { hidden: true, addEventListener() {}, documentElement: { dataset: {} } },
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    fetch: async () => Response.json(sessionOf(server.actor)),
    EventSource: class {
      addEventListener() {}
      close() {}
    },
  };
  return { server, load: () => createServices(page as unknown as Window & typeof globalThis) };
}

/** Ann read and wrote something. Then her session ended by itself. */
async function leftByAnn() {
  const { server, load } = browser();
  const services = load();
  const { session, queries, drafts } = services;
  await session.check();
  queries.setQueryData(['audit'], 'what she may read');
  drafts.keep(DRAFT);
  session.end();
  expect(session.state.get().is).toBe('ended');
  return { server, load, services };
}

it.each([
  ['signs in', 'signIn'],
  ['signed in in another tab', 'resume'],
] as const)('shows nobody what the one before was shown and wrote: who %s', async (_, how) => {
  const { server, services } = await leftByAnn();
  const { session, queries, drafts } = services;
  server.actor = BEN;
  await session[how]({ token: 'his' });
  expect(session.state.get()).toMatchObject({ is: 'in', session: { actor: BEN } });
  expect(queries.getQueryData(['audit'])).toBeUndefined();
  expect(drafts.read()).toEqual(EMPTY_DRAFT);
});

it.each(['signIn', 'resume'] as const)(
  'keeps what somebody wrote who signs in again: %s',
  async (how) => {
    const { services } = await leftByAnn();
    const { session, queries, drafts } = services;
    await session[how]({ token: 'hers' });
    expect(session.state.get().is).toBe('in');
    expect(queries.getQueryData(['audit'])).toBe('what she may read');
    expect(drafts.read()).toEqual(DRAFT);
  },
);

it('has a draft on a page that is loaded anew for who wrote it alone', async () => {
  const { server, load } = await leftByAnn();
  const again = load();
  await again.session.check();
  expect(again.drafts.read()).toEqual({ ...DRAFT, addresses: {} });
  server.actor = BEN;
  const next = load();
  await next.session.check();
  expect(next.drafts.read()).toEqual(EMPTY_DRAFT);
});

it('forgets both for who signs out', async () => {
  const { services } = await leftByAnn();
  await services.session.signOut();
  expect(services.queries.getQueryData(['audit'])).toBeUndefined();
  expect(services.drafts.read()).toEqual(EMPTY_DRAFT);
});
