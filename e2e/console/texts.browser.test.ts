import { randomUUID } from 'node:crypto';

import { SERVER_KEY, personOn } from '@host/server/testing';
import { describe, expect, inject, it } from 'vitest';

import { ORDERS, SCRIPT, fillServer } from './fillServer.ts';
import type { ConsoleServer } from './startConsole.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
/** Where nobody may write a line break. */
const STACK = `Error: ${SCRIPT}\n    at ${SCRIPT} (App.js:1:20)`;

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
  await client.issueToken({ name: SCRIPT, role: 'viewer', expiresInSeconds: 3600 });
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
  const sent = await server.send('POST', '/fcm/send', {
    token: undefined,
    headers: { authorization: `key=${SERVER_KEY}` },
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

  it('is text on every screen of the console', { timeout: 240_000 }, async () => {
    const shown = await used.open('/');
    const { deviceId, message, place, personId } = known;
    const screens = [
      '/',
      '/mini-apps',
      '/mini-apps/com.acme.script',
      '/mini-apps/com.acme.script/settings',
      '/mini-apps/com.acme.script/versions/1.0.0',
      `/mini-apps/com.acme.promos`,
      `/mini-apps/${ORDERS}/usage`,
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
      `/devices/${deviceId}`,
      `/people/${personId}`,
      '/publishers',
      '/access/tokens',
      '/access/server-keys',
      '/audit',
    ];
    // These have none of the texts, or only in a list that is closed.
    const words: Readonly<Record<string, string>> = {
      '/': 'Overview',
      '/mini-apps/com.acme.script/settings': 'Settings',
      '/compose': 'Template',
    };
    for (const path of screens) {
      await shown.goTo(path);
      await shown.page.locator('#main h1').first().waitFor();
      const text = () => shown.page.locator('body').innerText();
      await expect.poll(text, { message: path }).toContain(words[path] ?? SCRIPT.slice(0, 14));
      expect(await shown.page.locator('img[src="x"]').count(), path).toBe(0);
      expect(await shown.page.title(), path).not.toBe('1');
    }
    expect(shown.problems).toEqual([]);
  });
});
