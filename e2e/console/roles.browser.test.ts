import {
  CONSOLE_API_PATH,
  CONSOLE_HEADER,
  ROLES,
  type Role,
  type TokenScope,
} from '@host/contracts';
import type { Locator } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';

import type { ConsolePage } from './ConsolePage.ts';
import { ORDERS, fillServer } from './fillServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const VERSION = `/mini-apps/${ORDERS}/versions/1.1.0`;
const ADMIN = '/v1/admin/mini-programs';

/** What somebody can do on a screen, the scope that it needs, and the request behind it. */
interface Doing {
  at: string;
  what: string;
  scope: TokenScope;
  find: (shown: ConsolePage) => Locator;
  /** Whether it is allowed is told before anything is changed: the body fits nothing. */
  request: [method: string, path: string];
}

const inNavigation = (name: string) => (shown: ConsolePage) =>
  shown.page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true });
const panel = (name: string) => (shown: ConsolePage) =>
  shown.page.getByRole('region', { name, exact: true });
const button = (name: string) => (shown: ConsolePage) => shown.button(name);

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

/** What is there once a screen has everything that it asked for. */
const WHOLE: Record<string, (shown: ConsolePage) => Locator> = {
  [`/mini-apps/${ORDERS}`]: (shown) => shown.row('1.1.0'),
  [`/mini-apps/${ORDERS}/settings`]: panel('Isolation'),
  [VERSION]: (shown) => shown.page.getByText('It was not submitted for review.'),
  '/reviews': (shown) => shown.page.getByText(/Approval is not required/),
  '/messages': (shown) => shown.page.getByRole('navigation', { name: 'Console' }),
};

describe.skipIf(CHROMIUM === undefined)('each role in the browser', () => {
  const used = useConsole(CHROMIUM, { fill: fillServer });

  /** The status of a request of the page itself, with its cookie. */
  const statusOf = (shown: ConsolePage, [method, path]: Doing['request']) => {
    const init = {
      method,
      headers: { [CONSOLE_HEADER]: '1', 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{"of":"roles"}' }),
    };
    const call = `${JSON.stringify(CONSOLE_API_PATH + path)}, ${JSON.stringify(init)}`;
    return shown.page.evaluate<number>(`fetch(${call}).then(({ status }) => status)`);
  };

  it.each(Object.keys(ROLES) as Role[])(
    '%s sees what it may do, and nothing else',
    async (role) => {
      const { token } = await used.server.issue({ name: `The ${role}`, role });
      const shown = await used.open('/messages', token);
      const has: readonly TokenScope[] = ROLES[role];
      const [expected, seen, allowed]: [string[], string[], string[]] = [[], [], []];
      let at = '';
      for (const { what, scope, find, request, ...doing } of DOINGS) {
        if (doing.at !== at) {
          ({ at } = doing);
          await shown.goTo(at);
          await shown.page.getByRole('heading', { level: 1 }).waitFor();
          await WHOLE[at]!(shown).first().waitFor();
        }
        if (has.includes(scope)) expected.push(what);
        if ((await find(shown).count()) > 0) seen.push(what);
        const status = await statusOf(shown, request);
        expect([401, 404, 405], `${what}: ${status}`).not.toContain(status);
        if (status !== 403) allowed.push(what);
      }
      expect(seen).toEqual(expected);
      expect(allowed).toEqual(expected);
      expect(await shown.violations()).toEqual([]);
      expect(shown.problems).toEqual([]);
    },
  );
});
