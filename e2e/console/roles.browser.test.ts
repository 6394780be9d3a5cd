import {
  CONSOLE_API_PATH,
  CONSOLE_HEADER,
  ROLES,
  type Role,
  type TokenScope,
} from '@host/contracts';
import { SERVER_KEY, personOn, signInTo } from '@host/server/testing';
import type { Locator } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';

import type { ConsolePage } from './ConsolePage.ts';
import { ORDERS, PROMOS, fillServer } from './fillServer.ts';
import type { ConsoleServer } from './startConsole.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const VERSION = `/mini-apps/${ORDERS}/versions/1.1.0`;
const REVIEW = `/reviews/${PROMOS}/2.3.0`;
const COLLECTION = `/mini-apps/${ORDERS}/collections/items`;
const ADMIN = '/v1/admin/mini-programs';
const PARKING = 'com.acme.parking';
/** RFC 8032, 7.1, test 1. */
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
/** What the addresses of some screens name. */
const made = { device: '', message: '', person: '' };
const DEVICE = () => `/devices/${made.device}`;
const MESSAGE = () => `/messages/${made.message}`;
const PERSON = () => `/people/${made.person}`;

/** What somebody can do on a screen, the scope that it needs, and the request behind it. */
interface Doing {
  at: string | (() => string);
  what: string;
  scope: TokenScope;
  find: (shown: ConsolePage) => Locator;
  /** Whether it is allowed is told before anything is changed: the body fits nothing, or there is nothing of that name. */
  request: [method: string, path: string];
  /** The status without the scope; the push protocol says 401 to whoever may not send. */
  refusedWith?: 401 | 403;
}

const inNavigation = (name: string) => (shown: ConsolePage) =>
  shown.page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true });
const panel = (name: string) => (shown: ConsolePage) =>
  shown.page.getByRole('region', { name, exact: true });
const button = (name: string | RegExp) => (shown: ConsolePage) => shown.button(name);

const DOINGS: readonly Doing[] = [
  {
    at: `/mini-apps/${ORDERS}`,
    what: 'suspends',
    scope: 'release',
    find: button('Suspend…'),
    request: ['POST', `${ADMIN}/${ORDERS}/suspend`],
  },
  {
    at: `/mini-apps/${ORDERS}`,
    what: 'rolls back',
    scope: 'release',
    find: button('Roll back…'),
    request: ['POST', `${ADMIN}/${ORDERS}/rollback`],
  },
  {
    at: `/mini-apps/${ORDERS}`,
    what: 'fills collections',
    scope: 'data',
    find: (shown) => shown.link('Data'),
    request: ['PUT', `${ADMIN}/${ORDERS}/collections/items`],
  },
  {
    at: `/mini-apps/${ORDERS}/settings`,
    what: 'moves the path',
    scope: 'release',
    find: panel('Path'),
    request: ['PUT', `${ADMIN}/${ORDERS}/path`],
  },
  {
    at: `/mini-apps/${ORDERS}/settings`,
    what: 'names the back end',
    scope: 'data',
    find: panel('Back end'),
    request: ['PUT', `${ADMIN}/${ORDERS}/upstream`],
  },
  {
    at: `/mini-apps/${ORDERS}/settings`,
    what: 'trusts versions',
    scope: 'trust',
    find: button('Trust its versions…'),
    request: ['POST', `${ADMIN}/${ORDERS}/versions/1.1.0/review/decision`],
  },
  {
    at: VERSION,
    what: 'releases',
    scope: 'release',
    find: button('Change 1.1.0…'),
    request: ['POST', `${ADMIN}/${ORDERS}/versions/1.1.0/release`],
  },
  {
    at: VERSION,
    what: 'pauses',
    scope: 'release',
    find: button('Pause 1.1.0…'),
    request: ['POST', `${ADMIN}/${ORDERS}/versions/1.1.0/pause`],
  },
  {
    at: VERSION,
    what: 'withdraws',
    scope: 'release',
    find: button('Withdraw 1.1.0…'),
    request: ['POST', `${ADMIN}/${ORDERS}/versions/1.1.0/withdraw`],
  },
  {
    at: VERSION,
    what: 'cancels a schedule',
    scope: 'release',
    find: button('Cancel the scheduled release of 1.1.0…'),
    request: ['DELETE', `${ADMIN}/${ORDERS}/versions/9.9.9/schedule`],
  },
  {
    at: VERSION,
    what: 'submits for review',
    scope: 'publish',
    find: button('Submit for review…'),
    request: ['POST', `${ADMIN}/${ORDERS}/versions/1.1.0/review`],
  },
  {
    at: '/reviews',
    what: 'requires approvals',
    scope: 'admin',
    find: button('Approval is not required…'),
    request: ['PUT', '/v1/admin/review-policy'],
  },
  {
    at: COLLECTION,
    what: 'adds documents',
    scope: 'data',
    find: button('New document…'),
    request: ['PUT', `${ADMIN}/${ORDERS}/collections/items/documents`],
  },
  {
    at: COLLECTION,
    what: 'deletes documents',
    scope: 'data',
    find: button('Delete o-1'),
    request: ['DELETE', `${ADMIN}/${ORDERS}/collections/items/documents/none`],
  },
  {
    at: REVIEW,
    what: 'decides a review',
    scope: 'trust',
    find: button('Approve'),
    request: ['POST', `${ADMIN}/${PROMOS}/versions/2.3.0/review/decision`],
  },
  {
    at: '/access/publisher-keys',
    what: 'registers publisher keys',
    scope: 'admin',
    find: button('Register a key…'),
    request: ['POST', '/v1/admin/keys'],
  },
  {
    at: '/access/publisher-keys',
    what: 'revokes publisher keys',
    scope: 'admin',
    find: button(`Revoke CI of ${PARKING}`),
    request: ['DELETE', `/v1/admin/keys/${PARKING}/${'0'.repeat(16)}`],
  },
  {
    at: DEVICE,
    what: 'sends a test to a device',
    scope: 'push',
    find: button('Send a test…'),
    request: ['POST', '/fcm/send'],
    refusedWith: 401,
  },
  {
    at: DEVICE,
    what: 'unregisters a device',
    scope: 'admin',
    find: button('Unregister…'),
    request: ['DELETE', '/v1/admin/devices/999999999'],
  },
  {
    at: MESSAGE,
    what: 'cancels a message',
    scope: 'push',
    find: button('Cancel the message…'),
    request: ['DELETE', '/v1/push/messages/1'],
    refusedWith: 401,
  },
  {
    at: PERSON,
    what: 'deletes a person',
    scope: 'admin',
    find: button('Delete them…'),
    request: ['DELETE', '/v1/admin/people/nobody'],
  },
  {
    at: '/access/tokens',
    what: 'issues tokens',
    scope: 'admin',
    find: button('Issue a token…'),
    request: ['POST', '/v1/admin/tokens'],
  },
  {
    at: '/access/server-keys',
    what: 'issues server keys',
    scope: 'admin',
    find: button('Issue a key…'),
    request: ['POST', '/v1/admin/server-keys'],
  },
  {
    at: '/access/sessions',
    what: 'ends a session',
    scope: 'admin',
    find: button(/^End the session of Ann/),
    request: ['DELETE', `/v1/admin/console-sessions/${'0'.repeat(26)}`],
  },
  {
    at: '/messages',
    what: 'sends',
    scope: 'push',
    find: inNavigation('Compose'),
    request: ['PUT', '/v1/admin/push-templates/of-roles'],
  },
  ...(
    [
      ['People', '/v1/admin/people'],
      ['Tokens', '/v1/admin/tokens'],
      ['Server keys', '/v1/admin/server-keys'],
      ['Sessions', '/v1/admin/console-sessions'],
      ['Audit', '/v1/admin/audit'],
      ['System', '/v1/admin/system'],
    ] as const
  ).map(([title, path]): Doing => ({
    at: '/messages',
    what: `sees ${title.toLowerCase()}`,
    scope: 'admin',
    find: inNavigation(title),
    request: ['GET', path],
  })),
];

/** A list, or that it is not for this role. */
const listOrRefusal = (shown: ConsolePage) =>
  shown.page.locator('#main tbody tr').or(shown.page.getByText('could not be loaded'));

/** What is there once a screen has everything that it asked for. */
const WHOLE = new Map<Doing['at'], (shown: ConsolePage) => Locator>([
  [`/mini-apps/${ORDERS}`, (shown) => shown.row('1.1.0')],
  [`/mini-apps/${ORDERS}/settings`, panel('Isolation')],
  [VERSION, (shown) => shown.page.getByText('It was not submitted for review.')],
  ['/reviews', (shown) => shown.page.getByText(/Approval is not required/)],
  [COLLECTION, listOrRefusal],
  [REVIEW, panel('Decision')],
  ['/access/publisher-keys', (shown) => shown.row(PARKING)],
  [DEVICE, panel('About')],
  [MESSAGE, panel('About')],
  [PERSON, panel('Their devices')],
  ['/access/tokens', listOrRefusal],
  ['/access/server-keys', listOrRefusal],
  ['/access/sessions', listOrRefusal],
  ['/messages', (shown) => shown.page.getByRole('navigation', { name: 'Console' })],
]);

/** What the screens have that something is done to. */
async function fill({ server, client }: ConsoleServer) {
  const at = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
  await client.scheduleRelease(ORDERS, '1.1.0', { percentage: 50, at });
  await client.submitVersion(PROMOS, '2.3.0', { notes: 'New prices' });
  await client.registerKey({ appId: PARKING, name: 'CI', publicKey: PUBLIC_KEY });
  await client.issueServerKey({ name: 'Tills', scopes: ['send'] });
  await signInTo(server, { token: (await server.issue({ name: 'Ann', role: 'admin' })).token });
  const payload = { token: `known-${'t'.repeat(40)}`, platform: 'ios' };
  const registered = await server.send('POST', '/devices/register', { payload, token: undefined });
  made.device = registered.json<{ deviceId: string }>().deviceId;
  const message = { to: payload.token, notification: { title: 'Sale' }, send_at: at };
  await client.sendPush(message, SERVER_KEY);
  made.message = (await client.findMessages({ limit: 1 })).items[0]!.id;
  made.person = (await personOn(server)).me.id;
}

describe.skipIf(CHROMIUM === undefined)('each role in the browser', () => {
  const used = useConsole(CHROMIUM, {
    fill: async (started) => {
      await fillServer(started);
      await fill(started);
    },
  });

  /** What a request of the page itself is answered, with its cookie. */
  const answerTo = (shown: ConsolePage, [method, path]: Doing['request']) => {
    const init = {
      method,
      headers: { [CONSOLE_HEADER]: '1', 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{"of":"roles"}' }),
    };
    const call = `${JSON.stringify(CONSOLE_API_PATH + path)}, ${JSON.stringify(init)}`;
    return shown.page.evaluate<[status: number, text: string]>(
      `fetch(${call}).then(async (answer) => [answer.status, await answer.text()])`,
    );
  };

  it.each(Object.keys(ROLES) as Role[])(
    '%s sees what it may do, and nothing else',
    async (role) => {
      const { token } = await used.server.issue({ name: `The ${role}`, role });
      const shown = await used.open('/messages', token);
      const has: readonly TokenScope[] = ROLES[role];
      const [expected, seen, allowed]: [string[], string[], string[]] = [[], [], []];
      let at: Doing['at'] = '';
      for (const { what, scope, find, request, refusedWith = 403, ...doing } of DOINGS) {
        if (doing.at !== at) {
          ({ at } = doing);
          await shown.goTo(typeof at === 'string' ? at : at());
          await shown.page.getByRole('heading', { level: 1 }).waitFor();
          await WHOLE.get(at)!(shown).first().waitFor();
        }
        if (has.includes(scope)) expected.push(what);
        if ((await find(shown).count()) > 0) seen.push(what);
        const [status, text] = await answerTo(shown, request);
        const isRefused = status === refusedWith;
        // The way is there, and the session; what it leads to may be nothing.
        expect(isRefused ? 403 : status, `${what}: ${text}`).toSatisfy(
          (each: number) => ![401, 405].includes(each),
        );
        expect(text, what).not.toContain('"not-found"');
        if (!isRefused) allowed.push(what);
      }
      expect(seen).toEqual(expected);
      expect(allowed).toEqual(expected);
      expect(await shown.violations()).toEqual([]);
      expect(shown.problems).toEqual([]);
    },
  );
});
