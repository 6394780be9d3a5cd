import { once } from 'node:events';

import { describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';

import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const DEVICES = 1000;
/** Every so many opens what it gets. */
const OPENS = 5;
const AT_ONCE = 25;

describe.skipIf(CHROMIUM === undefined)('a push from the composer to a thousand devices', () => {
  const used = useConsole(CHROMIUM);
  const sockets: WebSocket[] = [];

  /** Registers a device, subscribes it, and connects it: it acknowledges what it gets, and some of it is opened. */
  async function connect(index: number): Promise<string> {
    const asDevice = { token: undefined };
    const issued = await used.server.send('POST', '/v1/push/tokens', asDevice);
    const { token, key } = issued.json<{ token: string; key: string }>();
    const payload = { token, key, platform: 'android', app: 'com.acme.host' };
    await used.server.send('POST', '/devices/register', {
      payload,
      ...asDevice,
      remoteAddress: `100.64.${index >> 8}.${index & 255}`,
    });
    await used.server.send('PUT', '/v1/push/topics/promotions', { token: key });
    const address = `${used.baseUrl.replace(/^http/, 'ws')}/v1/push/connect`;
    const socket = new WebSocket(address, ['push.v1'], {
      headers: { authorization: `Bearer ${key}` },
    });
    socket.on('message', (data: Buffer) => {
      const said = JSON.parse(data.toString()) as { type: string; id: string; cursor: number };
      if (said.type !== 'message') return;
      socket.send(JSON.stringify({ type: 'ack', cursor: said.cursor }));
      if (index % OPENS === 0) socket.send(JSON.stringify({ type: 'opened', id: said.id }));
    });
    sockets.push(socket);
    await once(socket, 'open');
    return token;
  }

  it(
    'is tested on one, reaches all of them, and its funnel fills before the eyes of its sender',
    { timeout: 240_000 },
    async () => {
      const own = await connect(0);
      for (let index = 1; index < DEVICES; index += AT_ONCE) {
        const length = Math.min(AT_ONCE, DEVICES - index);
        await Promise.all(Array.from({ length }, (_, more) => connect(index + more)));
      }
      const shown = await used.open('/compose');
      await shown.page.getByLabel('Topic').fill('promotions');
      await shown.page.getByLabel('Title').fill('Two for one');
      await shown.page.getByLabel('Text', { exact: true }).fill('Until Sunday');
      await shown.button('Continue…').click();
      await shown.dialog.getByText('It is for 1,000 devices.').waitFor();
      await shown.dialog.getByLabel('Test it first, on').fill(own);
      await shown.dialog.getByRole('button', { name: 'Send a test' }).click();
      await shown.said('The test is on its way to 1 device').waitFor();
      const [test] = (await used.client.findMessages({ limit: 1 })).items;
      await expect.poll(async () => (await used.client.getMessage(test!.id)).state).toBe('opened');

      await shown.dialog.getByRole('button', { name: 'Send now' }).click();
      await shown.heading('How far it came').waitFor();
      const step = (name: string) =>
        shown.page.getByRole('listitem').filter({ hasText: name }).last();
      // Without a reload.
      await step('Sent').getByText('1,000', { exact: true }).waitFor();
      await step('Delivered').getByText('1,000 · 100 %').waitFor();
      await step('Opened').getByText('200 · 20 %').waitFor();
      await shown.page.getByText('0 expired before the device came, 0 dropped.').waitFor();
      expect(await shown.violations()).toEqual([]);
      expect(shown.problems).toEqual([]);
      const [message] = (await used.client.findMessages({ topic: 'promotions', limit: 1 })).items;
      expect(message!.counts).toEqual({
        sent: DEVICES,
        delivered: DEVICES,
        opened: DEVICES / OPENS,
        expired: 0,
        dropped: 0,
      });
      for (const socket of sockets) socket.terminate();
    },
  );
});
