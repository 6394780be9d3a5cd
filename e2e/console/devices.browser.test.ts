import { readFile } from 'node:fs/promises';

import { ADMIN_TOKEN, SERVER_KEY, personOn, signInTo } from '@host/server/testing';
import { describe, expect, inject, it } from 'vitest';

import { ConsolePage } from './ConsolePage.ts';
import { ORDERS, PROMOS, SCRIPT, fillServer } from './fillServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
/** What Firebase answers, by the end of the token. */
const FCM_ANSWERS = {
  gone: { kind: 'dead-token', code: 'UNREGISTERED' },
  refused: { kind: 'rejected', status: 400, code: 'INVALID_ARGUMENT' },
} as const;
const fcm = {
  name: 'fcm' as const,
  send: async (_: unknown, { token }: { token: string }) =>
    FCM_ANSWERS[token.split('-')[1] as keyof typeof FCM_ANSWERS],
  close: async () => undefined,
};

describe.skipIf(CHROMIUM === undefined)('devices and people in the console', () => {
  const used = useConsole(CHROMIUM, { fill: fillServer, pushTransports: [fcm] as never });
  const asSender = { token: undefined, headers: { authorization: `key=${SERVER_KEY}` } };
  const register = async (token: string, accessToken?: string, key?: string) => {
    const payload = { token, platform: 'android', app: 'com.acme.host', ...(key && { key }) };
    const registered = await used.server.send('POST', '/devices/register', {
      payload,
      token: accessToken,
    });
    return registered.json<{ deviceId: string }>().deviceId;
  };
  /** A token of the gateway itself, and the key of its device. */
  const newToken = async () =>
    (await used.server.send('POST', '/v1/push/tokens', { token: undefined })).json<{
      token: string;
      key: string;
    }>();
  /** Connects as a device until something comes that has a text in it. */
  const takeByStream = async (key: string, text: string) => {
    const ending = new AbortController();
    const { body } = await fetch(`${used.baseUrl}/v1/push/stream`, {
      headers: { authorization: `Bearer ${key}` },
      signal: ending.signal,
    });
    let taken = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      taken += chunk;
      if (taken.includes(text)) break;
    }
    ending.abort();
  };
  const send = async (message: object) => {
    const payload = { notification: { title: SCRIPT }, ...message };
    const sent = await used.server.send('POST', '/fcm/send', { ...asSender, payload });
    const answer = sent.json<{ message_id?: number; multicast_id?: number }>();
    return String(answer.message_id ?? answer.multicast_id);
  };

  it('finds a device, says which version it would get, tests it, traces the test, unregisters it', async () => {
    await used.server.publish(PROMOS, '2.4.0', { web: true });
    await used.client.releaseVersion(PROMOS, '2.4.0', { percentage: 0, cohorts: ['qa'] });
    const { token } = await newToken();
    const id = await register(token);
    await used.server.send('POST', `/iid/v1/${encodeURIComponent(token)}/rel/topics/offers`, {
      ...asSender,
      payload: {},
    });
    const shown = await used.open('/devices');
    await shown.page.getByLabel('Find a device').fill(token);
    await expect.poll(() => shown.path()).toBe(`/devices?q=${encodeURIComponent(token)}`);
    await shown.link(`Device ${id}`).click();
    await shown.link('offers').waitFor();
    await shown.page.getByText('0 messages').waitFor();

    await shown.page.getByLabel('Mini-app', { exact: true }).fill(ORDERS);
    await shown.button('Explain').click();
    await shown.page
      .getByText(
        /It would get 1\.1\.0 \(10 % .*\) or 1\.0\.0 \(90 % .*\), depending on its install/,
      )
      .waitFor();
    await shown.page.getByLabel('Install id, if known').fill('install-1');
    await shown.button('Explain').click();
    await shown.page.getByText(/It would get 1\.[01]\.0\./).waitFor();
    await shown.row('1.1.0').getByText('10 % have it').waitFor();
    await shown.page.getByLabel('Install id, if known').fill('');

    // A version that is for testers alone.
    await shown.page.getByLabel('Mini-app', { exact: true }).fill(PROMOS);
    await shown.button('Explain').click();
    await shown.page.getByText('It would get 2.3.0.').waitFor();
    await shown.row('2.4.0').getByText('not in its share, nor in the cohort qa').waitFor();
    for (const installId of ['', 'install-1']) {
      await shown.page.getByLabel('Install id, if known').fill(installId);
      await shown.page.getByLabel('Its cohorts, if any').fill('staff, qa');
      await shown.button('Explain').click();
      await shown.page.getByText('It would get 2.4.0.').waitFor();
      await shown.row('2.4.0').getByText('Chosen: the install is in the cohort qa').waitFor();
    }
    // The bar at the top covers parts of what was scrolled under it.
    await shown.page.evaluate('window.scrollTo(0, 0)');
    await expect.poll(() => shown.violations()).toEqual([]);

    await shown.button('Send a test…').click();
    expect(await shown.violations()).toEqual([]);
    await shown.dialog.getByRole('button', { name: 'Send the test' }).click();
    await shown.page.getByText('It waits for the device').first().waitFor();
    await shown.row('Accepted from the sender').waitFor();
    expect(await shown.violations()).toEqual([]);
    const way = shown.path();

    await shown.goTo(`/devices/${id}`);
    await shown.page.getByText('1 message', { exact: true }).waitFor();
    await shown.button('Unregister…').click();
    await shown.dialog.getByRole('button', { name: 'Unregister' }).click();
    await shown.said(`Device ${id} is unregistered.`).waitFor();
    await shown.goTo(way);
    await shown.page.getByText('The device is not registered any more').first().waitFor();
    expect(shown.problems).toEqual([]);
    await shown.goTo(`/devices/${id}`);
    await shown.page.getByText('This device is not registered').waitFor();
    expect(await shown.page.getByText('/devices/register').count()).toBe(0);
  });

  it('finds a device by its id and by its person, and says when in the reader’s time zone', async () => {
    const person = await personOn(used.server);
    const { accessToken } = await person.signIn();
    const id = await register(`watch-${'t'.repeat(40)}`, accessToken);
    await register(`other-${'t'.repeat(40)}`);
    const context = await used.context.browser()!.newContext({ timezoneId: 'Asia/Tokyo' });
    const shown = await ConsolePage.signedIn(context, used.consoleUrl, {
      token: ADMIN_TOKEN,
      path: `/devices?by=person&q=${person.me.id}`,
    });
    await shown.link(`Device ${id}`).waitFor();
    expect(await shown.page.locator('tbody tr').count()).toBe(1);
    await shown.page.getByLabel('Look for').selectOption('id');
    await shown.page.getByLabel('Find a device').fill(id);
    await expect.poll(() => shown.path()).toBe(`/devices?by=id&q=${id}`);
    await shown.link(`Device ${id}`).waitFor();
    const time = shown.page.locator('tbody time').first();
    const at = new Date((await time.getAttribute('datetime'))!);
    const [, minute] = at.toISOString().split(':');
    const hour = String((at.getUTCHours() + 9) % 24).padStart(2, '0');
    expect(await time.getAttribute('title')).toContain(`${hour}:${minute}`);
    expect(await time.innerText()).toMatch(/now|ago|second|minute/);
    expect(shown.problems).toEqual([]);
    await context.close();
  });

  it('answers why somebody did not get a message: expired, dropped, revoked, quiet', async () => {
    const person = await personOn(used.server);
    const { accessToken } = await person.signIn();
    const { token: phone, key: keyOfPhone } = await newToken();
    await register(phone, accessToken, keyOfPhone);
    const expired = await send({ to: phone, time_to_live: 1 });
    const shown = await used.open(`/messages/${expired}`);
    await shown.heading(SCRIPT).waitFor();
    await shown.page.getByLabel('Id of the person').fill(person.me.id);
    await shown.button('Find the device').click();
    await expect.poll(async () => (await used.client.getMessage(expired)).state).toBe('expired');
    await shown.link(/Its way to device/).click();
    await shown.page.getByText('It expired before the device got it').waitFor();

    const refused = await register('fcm:a-refused');
    const dropped = await send({ to: 'fcm:a-refused' });
    await shown.goTo(`/messages/${dropped}/devices/${refused}`);
    const answered = shown.row('Refused by the push service');
    await answered.getByText('FCM: 400 INVALID_ARGUMENT').waitFor();
    await shown.goTo(`/messages/${dropped}`);
    const why = shown.page.getByRole('list', { name: 'Why it was dropped' });
    await why.getByText('INVALID_ARGUMENT on 1 device').waitFor();

    const gone = await register('fcm:a-gone');
    const revoked = await send({ to: 'fcm:a-gone' });
    await shown.goTo(`/messages/${revoked}/devices/${gone}`);
    await shown.page.getByText('The token of the device is not valid any more').waitFor();
    await shown.page.getByText('It is not registered any more.').waitFor();

    const { token, key } = await newToken();
    const quiet = await register(token);
    const arrived = await send({ to: token });
    await takeByStream(key, SCRIPT.slice(0, 8));
    const acknowledged = await used.server.send('POST', '/v1/push/acks', {
      token: key,
      payload: {
        cursor: Number(arrived),
        held: [{ id: arrived, reason: 'quiet-hours' }],
      },
    });
    expect(acknowledged.json(), acknowledged.body).toEqual({ cursor: Number(arrived) });
    await shown.goTo(`/messages/${arrived}/devices/${quiet}`);
    await shown.page.getByText('The device has it, and did not show it').first().waitFor();
    await shown.page.getByText(/during the quiet hours that the person chose/).waitFor();
    await shown.row('Kept by the device, and not shown').getByText('quiet-hours').waitFor();
    expect(await shown.page.title()).toBe(`Message ${arrived} to device ${quiet} · Console`);
    expect(shown.problems).toEqual([]);
  });

  it('finds a person, hands out their data, and deletes it', async () => {
    const person = await personOn(used.server, SCRIPT.slice(0, 30));
    const { accessToken } = await person.signIn();
    await register(`tablet-${'t'.repeat(40)}`, accessToken);
    const shown = await used.open('/people');
    await shown.page.getByLabel('E-mail address').fill('nobody@example.com');
    await shown.button('Find').click();
    await shown.page.getByText('Nobody is known by that.').waitFor();
    await shown.page.getByLabel('E-mail address').fill(person.email);
    await shown.button('Find').click();
    await shown.row('com.acme.host').waitFor();
    expect(shown.path()).not.toContain(encodeURIComponent(person.email));
    await expect.poll(() => shown.violations()).toEqual([]);

    const saved = shown.page.waitForEvent('download');
    await shown.button('Save their data').click();
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ personId: person.me.id });
    await shown.button('Delete them…').click();
    await shown.dialog.getByRole('button', { name: 'Delete for ever' }).click();
    await shown.said(/They are deleted/).waitFor();
    await used.server.db
      .get('SELECT id FROM devices WHERE person_id = ?', person.me.id)
      .then((row) => expect(row).toBeUndefined());
  });

  it('shows a topic with its growth, finds its devices, and saves them all as CSV', async () => {
    await used.server.db.transaction(async (tx) => {
      await tx.run(
        `WITH RECURSIVE numbers (number) AS (
          SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 120)
          INSERT INTO devices (token_key, token, platform, owner_since, created_at, last_seen, position)
          SELECT 'many-' || CAST(number AS TEXT), '=cmd-' || CAST(number AS TEXT), 'ios', 0, ?, ?, 0 FROM numbers`,
        Date.now(),
        Date.now(),
      );
      await tx.run(
        `INSERT INTO topic_subscriptions (topic, device_id, since, added_at)
          SELECT 'many', id, 0, ? FROM devices WHERE token LIKE '=cmd-%'`,
        Date.now(),
      );
    });
    await send({ to: '/topics/many' });
    const shown = await used.open('/topics?q=ma');
    await shown.link('many').click();
    await shown.page.getByText('devices have it').waitFor();
    await shown.row(SCRIPT).waitFor();
    await expect.poll(() => shown.violations()).toEqual([]);
    await shown.link('Its devices').click();
    await expect.poll(() => shown.path()).toBe('/devices?by=topic&q=many');
    await shown.page.getByText('50 devices shown, there are more').waitFor();
    const saved = shown.page.waitForEvent('download');
    await shown.button('Save as CSV').click();
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(121);
    expect(lines[0]).toBe('Device,State,Platform,App,Token,Person,Registered,Last seen');
    expect(lines[1]).toContain(",'=cmd-120,");
    expect(shown.problems).toEqual([]);
  });

  it('ends the session of somebody else', async () => {
    const { token } = await used.server.issue({ name: 'Ann', role: 'admin' });
    const { session } = await signInTo(used.server, { token });
    const shown = await used.open('/access/sessions');
    await shown.row('ADMIN_TOKEN').getByText('This one').waitFor();
    await shown.button(/End the session of Ann/).click();
    await shown.dialog.getByRole('button', { name: 'End the session' }).click();
    await shown.said('The session of Ann has ended.').waitFor();
    await expect.poll(() => shown.row('Ann').count()).toBe(0);
    const left = (await used.client.listConsoleSessions()).items.map(({ id }) => id);
    expect(left).not.toContain(session.id);
  });
});
