import { SERVER_KEY, personOn, signInTo } from '@host/server/testing';
import { describe, expect, inject, it } from 'vitest';

import type { ConsolePage } from './ConsolePage.ts';
import { ORDERS, PROMOS, fillServer } from './fillServer.ts';
import type { ConsoleServer } from './startConsole.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const PARKING = 'com.acme.parking';
const SHOP = 'com.acme.shop';
/** RFC 8032, 7.1, test 1. */
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
const DAY_MS = 24 * 60 * 60 * 1000;
/** What the addresses of some screens name. */
const made = { device: '', message: '', person: '' };

/** A question above a page, before something happens. */
interface Confirmation {
  name: string;
  path: string | (() => string);
  /** Done on the page before. */
  before?: (shown: ConsolePage) => Promise<unknown>;
  opens: string | RegExp;
  /** The button that answers it. */
  does: string;
  /** It asks why. */
  asksReason?: boolean;
  /** What is said once it is done. */
  said: string;
}

/** In an order in which each can be done after those before it. */
const CONFIRMATIONS: Confirmation[] = [
  {
    name: 'Cancelling a scheduled release',
    path: `/mini-apps/${SHOP}/versions/1.0.0`,
    opens: 'Cancel the scheduled release of 1.0.0…',
    does: 'Do not release it',
    said: 'The release of 1.0.0 is not scheduled any more.',
  },
  {
    name: 'Rolling back',
    path: `/mini-apps/${ORDERS}`,
    opens: 'Roll back…',
    does: 'Roll back to 1.0.0',
    asksReason: true,
    said: 'Everybody gets Orders 1.0.0 again.',
  },
  {
    name: 'Pausing',
    path: `/mini-apps/${PROMOS}/versions/2.3.0`,
    opens: 'Pause 2.3.0…',
    does: 'Pause',
    asksReason: true,
    said: '2.3.0 is paused.',
  },
  {
    name: 'Withdrawing',
    path: `/mini-apps/${PROMOS}/versions/2.3.0`,
    opens: 'Withdraw 2.3.0…',
    does: 'Withdraw',
    asksReason: true,
    said: '2.3.0 is withdrawn.',
  },
  {
    name: 'Resuming',
    path: `/mini-apps/${PARKING}`,
    opens: 'Resume…',
    does: 'Resume',
    asksReason: true,
    said: 'Parking runs again.',
  },
  {
    name: 'Trusting a mini-app',
    path: `/mini-apps/${ORDERS}/settings`,
    opens: 'Trust its versions…',
    does: 'Trust',
    said: 'Orders runs beside the code of hosts.',
  },
  {
    name: 'Isolating a mini-app',
    path: `/mini-apps/${ORDERS}/settings`,
    opens: 'Back into frames…',
    does: 'Back into frames',
    said: 'Orders runs in frames.',
  },
  {
    name: 'Requiring approvals',
    path: '/reviews',
    opens: 'Approval is not required…',
    does: 'Require it',
    said: 'Versions have to be approved from now on.',
  },
  {
    name: 'Requiring no approvals',
    path: '/reviews',
    opens: 'Approval is required…',
    does: 'Do not require it',
    said: 'Versions need no approval.',
  },
  {
    name: 'Revoking a token',
    path: '/access/tokens',
    opens: 'Revoke Builds',
    does: 'Revoke',
    said: 'Builds is revoked.',
  },
  {
    name: 'Revoking a server key',
    path: '/access/server-keys',
    opens: 'Revoke Tills',
    does: 'Revoke',
    said: 'Tills is revoked.',
  },
  {
    name: 'Revoking a publisher key',
    path: '/access/publisher-keys',
    opens: `Revoke CI of ${PARKING}`,
    does: 'Revoke',
    said: 'CI is revoked.',
  },
  {
    name: 'Ending a session',
    path: '/access/sessions',
    opens: /^End the session of Ann /,
    does: 'End the session',
    said: 'The session of Ann has ended.',
  },
  {
    name: 'Deleting a document',
    path: `/mini-apps/${ORDERS}/collections/items`,
    opens: 'Delete o-1',
    does: 'Delete',
    said: 'o-1 is deleted.',
  },
  {
    name: 'Deleting a template',
    path: '/compose',
    before: (shown) => shown.page.getByLabel('Template').selectOption({ label: 'Sale' }),
    opens: 'Delete the template…',
    does: 'Delete the template',
    said: 'The template Sale is deleted.',
  },
  {
    name: 'Cancelling a message',
    path: () => `/messages/${made.message}`,
    opens: 'Cancel the message…',
    does: 'Cancel the message',
    said: 'The message is cancelled: nobody gets it.',
  },
  {
    name: 'Unregistering a device',
    path: () => `/devices/${made.device}`,
    opens: 'Unregister…',
    does: 'Unregister',
    said: 'is unregistered.',
  },
  {
    name: 'Deleting a person',
    path: () => `/people/${made.person}`,
    opens: 'Delete them…',
    does: 'Delete for ever',
    said: 'They are deleted, with everything that was kept of them.',
  },
];

/** Questions with an opposite one, and what the page behind shows once they are answered. */
const TWO_SIDED = [
  {
    name: 'Suspending',
    path: `/mini-apps/${SHOP}`,
    opens: 'Suspend…',
    does: 'Suspend',
    shows: 'Nobody can open this mini-app',
  },
  {
    name: 'Trusting',
    path: `/mini-apps/${SHOP}/settings`,
    opens: 'Trust its versions…',
    does: 'Trust',
    shows: 'the host’s own page',
  },
  {
    name: 'Requiring an approval',
    path: '/reviews',
    opens: 'Approval is not required…',
    does: 'Require it',
    shows: 'Approval is required…',
  },
];

/** Every request that changes something. */
const CHANGES = /\/console\/api\//;

async function fill({ server, client }: ConsoleServer) {
  const at = new Date(Date.now() + DAY_MS).toISOString();
  await server.publish(SHOP, '1.0.0', { web: true, registration: { name: 'Shop' } });
  await client.scheduleRelease(SHOP, '1.0.0', { percentage: 50, at });
  await client.issueToken({ name: 'Builds', role: 'viewer', expiresInSeconds: 3600 });
  await client.issueServerKey({ name: 'Tills', scopes: ['send'] });
  await client.registerKey({ appId: PARKING, name: 'CI', publicKey: PUBLIC_KEY });
  await client.savePushTemplate('Sale', { content: { notification: { title: 'Sale' } } });
  await client.submitVersion(PROMOS, '2.3.0', { notes: 'New prices' });
  await signInTo(server, { token: (await server.issue({ name: 'Ann', role: 'admin' })).token });
  const payload = { token: `known-${'t'.repeat(40)}`, platform: 'ios' };
  const registered = await server.send('POST', '/devices/register', { payload, token: undefined });
  made.device = registered.json<{ deviceId: string }>().deviceId;
  const message = { to: payload.token, notification: { title: 'Sale' }, send_at: at };
  await client.sendPush(message, SERVER_KEY);
  made.message = (await client.findMessages({ limit: 1 })).items[0]!.id;
  made.person = (await personOn(server)).me.id;
}

describe.skipIf(CHROMIUM === undefined)('what the console asks before it happens', () => {
  const used = useConsole(CHROMIUM, {
    fill: async (started) => {
      await fillServer(started);
      await fill(started);
    },
  });

  type Asked = Pick<Confirmation, 'path' | 'before' | 'opens' | 'does'>;
  const open = async ({ path, before, opens, does }: Asked) => {
    const shown = await used.open(typeof path === 'string' ? path : path());
    await before?.(shown);
    await shown.button(opens).click();
    const verb = shown.dialog.getByRole('button', { name: does, exact: true });
    await verb.waitFor();
    return { shown, verb, reason: shown.dialog.getByLabel('Reason', { exact: true }) };
  };

  it.each(CONFIRMATIONS.filter(({ asksReason }) => asksReason))(
    '$name says at its field that a reason is too long, and keeps it',
    async (confirmation) => {
      const { shown, verb, reason } = await open(confirmation);
      const text = 'x'.repeat(501);
      await reason.fill(text);
      await verb.click();
      await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true');
      const id = (await reason.getAttribute('aria-describedby'))!.split(' ').at(-1)!;
      const said = await shown.page.locator(`[id="${id}"]`).innerText();
      expect(said).toBe('At most 500 characters.');
      expect(await reason.inputValue()).toBe(text);
      expect(await shown.violations()).toEqual([]);
      expect(shown.problems).toEqual([]);
    },
  );

  it.each(CONFIRMATIONS)(
    '$name is asked on when the server does not answer, and done by the same button',
    async (confirmation) => {
      const { shown, verb, reason } = await open(confirmation);
      // Where no reason is asked for, there is no field.
      const reasons = (await reason.count()) > 0 ? ['It charges twice.'] : [];
      for (const text of reasons) await reason.fill(text);
      await used.context.route(CHANGES, (route) =>
        route.request().method() === 'GET' ? route.continue() : route.abort(),
      );
      await verb.click();
      await shown.dialog.getByText('The server did not answer.').waitFor();
      for (const text of reasons) expect(await reason.inputValue()).toBe(text);
      expect(reasons).toHaveLength(confirmation.asksReason ? 1 : 0);
      await used.context.unroute(CHANGES);
      await verb.click();
      await shown.said(confirmation.said).waitFor();
      await expect.poll(() => shown.dialog.count()).toBe(0);
      expect(shown.problems).toEqual([]);
    },
  );

  it.each(TWO_SIDED)(
    '$name never turns into its opposite when it was done and its answer was lost',
    async ({ shows, ...asked }) => {
      const { shown, verb } = await open(asked);
      await used.context.route(CHANGES, async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        await route.fetch();
        return route.abort();
      });
      await verb.click();
      await shown.dialog.getByText('The server did not answer.').waitFor();
      await shown.page.getByText(shows).first().waitFor();
      expect(await verb.count()).toBe(1);
      await used.context.unroute(CHANGES);
      await verb.click();
      await expect.poll(() => shown.dialog.count()).toBe(0);
      await shown.page.getByText(shows).first().waitFor();
      expect(shown.problems).toEqual([]);
    },
  );

  it('knows a decision again whose answer was lost', async () => {
    await used.client.submitVersion(SHOP, '1.0.0', { notes: 'Gift cards' });
    const shown = await used.open(`/reviews/${SHOP}/1.0.0`);
    await shown.page.getByLabel('Reasons').fill('Which cards?');
    await used.context.route('**/review/decision', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await shown.button('Reject').click();
    await shown.page.getByText('The server did not answer.').waitFor();
    await shown.page
      .getByRole('region', { name: 'Decision' })
      .getByText('Rejected', { exact: true })
      .waitFor();
    expect(await shown.page.getByText('Somebody else decided meanwhile').count()).toBe(0);
    expect(await shown.page.getByLabel('Reasons').inputValue()).toBe('Which cards?');
    await used.context.unroute('**/review/decision');
    await shown.page.getByLabel('Reasons').fill('Which cards, and for whom?');
    await shown.button('Reject').click();
    await shown.said('1.0.0 is rejected.').waitFor();
    const { decision } = await used.client.getReview(SHOP, '1.0.0');
    expect(decision?.reasons).toBe('Which cards, and for whom?');
    expect(shown.problems).toEqual([]);
  });
});
