import { randomUUID } from 'node:crypto';

import { SERVER_KEY, personOn, signInTo } from '@host/server/testing';
import { describe, expect, inject, it } from 'vitest';

import type { ConsolePage } from './ConsolePage.ts';
import { ORDERS, SCRIPT, fillServer } from './fillServer.ts';
import type { ConsoleServer } from './startConsole.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
/** Where nobody may write a line break. */
const STACK = `Error: ${SCRIPT}\n    at ${SCRIPT} (App.js:1:20)`;

/** An address cannot have blanks. */
const SCRIPT_ADDRESS = 'https://93.184.216.34/<img/src="x"/onerror="document.title=1">';
/** RFC 8032, 7.1, test 1. */
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
const SCRIPT_APP = 'com.acme.script';
/** Questions that name what others wrote, and the buttons that open them. */
const QUESTIONS = [
  [`/mini-apps/${SCRIPT_APP}`, 'Roll back…'],
  [`/mini-apps/${SCRIPT_APP}`, 'Suspend…'],
  [`/mini-apps/${SCRIPT_APP}/settings`, 'Trust its versions…'],
  ['/access/tokens', `Replace ${SCRIPT}`],
  ['/access/server-keys', `Revoke ${SCRIPT}`],
  ['/access/publisher-keys', `Revoke ${SCRIPT} of ${SCRIPT_APP}`],
  ['/access/sessions', new RegExp(`^End the session of ${SCRIPT} from`)],
  ['/access/tokens', `Revoke ${SCRIPT}`],
] as const;

/** Everything that people outside of the console write, and that the console shows, is a script. */
async function fillWithScripts(started: ConsoleServer) {
  await fillServer(started);
  const { server, client } = started;
  await client.createPublisher({ id: 'script', name: `${SCRIPT} Ltd` });
  await server.publish('com.acme.script', '1.0.0', {
    web: true,
    percentage: 100,
    registration: { name: SCRIPT, description: SCRIPT },
  });
  await client.submitVersion('com.acme.script', '1.0.0', { notes: SCRIPT });
  const issued = { name: SCRIPT, role: 'viewer', expiresInSeconds: 3600 } as const;
  await signInTo(server, { token: (await client.issueToken(issued)).token });
  await client.registerKey({ appId: SCRIPT_APP, name: SCRIPT, publicKey: PUBLIC_KEY });
  await client.setUpstream(SCRIPT_APP, SCRIPT_ADDRESS);
  await client.issueServerKey({ name: SCRIPT, scopes: ['send'] });
  await client.suspend('com.acme.promos', { reason: SCRIPT });
  await client.savePushTemplate(SCRIPT, { content: { notification: { title: SCRIPT } } });
  for (const kind of ['crashed', 'complaint', 'load-failed'] as const) {
    await client.reportVersion(ORDERS, {
      version: '1.1.0',
      platform: 'web',
      hostVersion: '1.0.0',
      installId: 'install-script',
      kind,
      message: SCRIPT,
      stack: STACK,
    });
  }
  await client.sendEvents(
    (['screen', 'track'] as const).map((type) => ({
      id: randomUUID(),
      appId: ORDERS,
      version: '1.0.0',
      type,
      name: SCRIPT,
      at: new Date().toISOString(),
      installId: 'install-script',
    })),
  );
  await client.replaceCollection(ORDERS, 'scripts', { documents: [{ id: 's', [SCRIPT]: SCRIPT }] });
  const person = await personOn(server, SCRIPT);
  const { accessToken } = await person.signIn();
  const token = `${SCRIPT}-${'t'.repeat(40)}`;
  const registered = await server.send('POST', '/devices/register', {
    payload: { token, platform: SCRIPT, app: SCRIPT },
    token: accessToken,
  });
  const asSender = { token: undefined, headers: { authorization: `key=${SERVER_KEY}` } };
  await server.send('POST', `/iid/v1/${encodeURIComponent(token)}/rel/topics/scripts`, {
    ...asSender,
    payload: {},
  });
  await client.sendPush({ to: '/topics/scripts', notification: { title: SCRIPT } }, SERVER_KEY);
  const sent = await server.send('POST', '/fcm/send', {
    ...asSender,
    payload: { to: token, notification: { title: SCRIPT, body: SCRIPT }, collapse_key: SCRIPT },
  });
  const { deviceId } = registered.json<{ deviceId: string }>();
  const message = String(sent.json<{ multicast_id: number }>().multicast_id);
  const [crash] = (await client.listCrashes({ appId: ORDERS, limit: 1 })).items;
  return { deviceId, message, place: crash!.place, personId: person.me.id };
}

describe.skipIf(CHROMIUM === undefined)('what others write', () => {
  let known: Awaited<ReturnType<typeof fillWithScripts>>;
  const used = useConsole(CHROMIUM, {
    fill: async (started) => void (known = await fillWithScripts(started)),
  });

  const expectText = async (shown: ConsolePage, words: string, message: string) => {
    const text = () => shown.page.locator('body').innerText();
    await expect.poll(text, { message }).toContain(words);
    expect(await shown.page.locator('img[src="x"]').count(), message).toBe(0);
    expect(await shown.page.title(), message).not.toBe('1');
  };

  it('is text on every screen of the console', { timeout: 240_000 }, async () => {
    const shown = await used.open('/');
    const { deviceId, message, place, personId } = known;
    const screens = [
      '/',
      '/mini-apps',
      '/mini-apps/com.acme.script',
      '/mini-apps/com.acme.script/data',
      '/mini-apps/com.acme.script/settings',
      '/mini-apps/com.acme.script/versions/1.0.0',
      `/mini-apps/com.acme.promos`,
      `/mini-apps/${ORDERS}/usage`,
      `/mini-apps/${ORDERS}/data`,
      `/mini-apps/${ORDERS}/versions/1.1.0`,
      `/mini-apps/${ORDERS}/collections/scripts`,
      '/reviews',
      '/reviews/com.acme.script/1.0.0',
      '/crashes',
      `/crashes/${ORDERS}/${place}`,
      '/compose',
      '/messages',
      `/messages/${message}`,
      `/messages/${message}/devices/${deviceId}`,
      '/devices',
      `/devices/${deviceId}`,
      '/topics',
      '/topics/scripts',
      `/people/${personId}`,
      '/publishers',
      '/access/tokens',
      '/access/server-keys',
      '/access/publisher-keys',
      '/access/sessions',
      '/audit',
      '/system',
    ];
    // These have none of the texts, or only in a list that is closed.
    const words: Readonly<Record<string, string>> = {
      '/': 'Overview',
      '/mini-apps/com.acme.script/data': SCRIPT_ADDRESS,
      '/mini-apps/com.acme.script/settings': SCRIPT_ADDRESS,
      [`/mini-apps/${ORDERS}/data`]: 'scripts',
      '/compose': 'Template',
      '/topics': 'scripts',
      '/system': 'This server',
    };
    for (const path of screens) {
      await shown.goTo(path);
      await shown.page.locator('#main h1').first().waitFor();
      await expectText(shown, words[path] ?? SCRIPT.slice(0, 14), path);
    }
    expect(shown.problems).toEqual([]);
  });

  it('is text in a push that begins with a template, and in what is asked before that is deleted', async () => {
    const shown = await used.open('/compose');
    await shown.page.getByLabel('Template').selectOption({ label: SCRIPT });
    await expect.poll(() => shown.page.getByLabel('Title').inputValue()).toBe(SCRIPT);
    // The preview shows it as a device does.
    await expectText(shown, SCRIPT, 'the preview');
    await shown.page.getByLabel('Topic').fill('scripts');
    await shown.button('Continue…').click();
    await shown.dialog.getByText(SCRIPT).first().waitFor();
    await expectText(shown, SCRIPT, 'the second step');
    await shown.dialog.getByRole('button', { name: 'Back to the text' }).click();
    await shown.button('Delete the template…').click();
    await shown.dialog.getByText(`Delete the template ${SCRIPT}?`).waitFor();
    await expectText(shown, SCRIPT, 'deleting the template');
    expect(shown.problems).toEqual([]);
  });

  it('is text in every question that names it, and in what is said afterwards', async () => {
    const shown = await used.open('/');
    for (const [path, opens] of QUESTIONS) {
      await shown.goTo(path);
      await shown.button(opens).click();
      await shown.dialog.getByText(SCRIPT).first().waitFor();
      await expectText(shown, SCRIPT, `${path} ${String(opens)}`);
    }
    await shown.dialog.getByRole('button', { name: 'Revoke' }).click();
    await shown.said(`${SCRIPT} is revoked.`).waitFor();
    await expectText(shown, SCRIPT, 'what is said');
    expect(shown.problems).toEqual([]);
  });
});
