import { miniAppTopic } from '@host/contracts';
import { SERVER_KEY, personOn } from '@host/server/testing';
import { describe, expect, inject, it } from 'vitest';

import { SCRIPT } from './fillServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const TOKENS = ['one', 'two'].map((name) => `${name}-${'t'.repeat(40)}`);

describe.skipIf(CHROMIUM === undefined)('sending in the console', () => {
  const used = useConsole(CHROMIUM, {
    fill: async ({ server }) => {
      for (const token of TOKENS) {
        const payload = { token, platform: 'ios' };
        await server.send('POST', '/devices/register', { payload, token: undefined });
        await server.send('POST', `/iid/v1/${token}/rel/topics/promotions`, {
          token: undefined,
          headers: { authorization: `key=${SERVER_KEY}` },
          payload: {},
        });
      }
    },
  });

  it('composes with a preview, sends in a second step, and shows what became of it', async () => {
    const shown = await used.open('/compose');
    await shown.button('Continue…').click();
    await shown.page.getByText('A notification has a title.').waitFor();
    await shown.page.getByLabel('Topic').fill('promotions');
    await shown.page.getByLabel('Title').fill('Two for one');
    await shown.page.getByLabel('Text', { exact: true }).fill(SCRIPT);
    await shown.page.getByLabel('Opens').fill('javascript:alert(1)');
    await shown.page.getByText('This is no link of an app').waitFor();
    await shown.page.getByLabel('Opens').fill('host://promo/p1');
    expect(await shown.page.getByText(SCRIPT).count()).toBeGreaterThanOrEqual(3);
    expect(await shown.violations()).toEqual([]);
    await shown.button('Continue…').click();
    await shown.dialog.getByText('every device that is subscribed to “promotions”').waitFor();
    await shown.dialog.getByText('It is for 2 devices.').waitFor();
    await shown.dialog.getByLabel('Test it first, on').fill('own-phone');
    await shown.dialog.getByRole('button', { name: 'Send a test' }).click();
    await shown.dialog
      .getByText('No device takes it: no device is registered under this token')
      .waitFor();
    await shown.dialog.getByLabel('Test it first, on').fill(TOKENS[0]!);
    await shown.dialog.getByRole('button', { name: 'Send a test' }).click();
    await shown.said('The test is on its way to 1 device').waitFor();
    expect(await shown.violations()).toEqual([]);
    await shown.dialog.getByRole('button', { name: 'Send now' }).click();
    await shown.said('The push is sent.').waitFor();
    await shown.heading('Two for one').waitFor();
    await shown.heading('How far it came').waitFor();
    expect(await shown.violations()).toEqual([]);
    await shown.link('Messages').first().click();
    await shown.row('Two for one').getByText('/topics/promotions').waitFor();
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it('keeps the text when sending failed, and cancels what is scheduled', async () => {
    const shown = await used.open('/compose');
    await shown.page.getByLabel('Topic').fill('promotions');
    await shown.page.getByLabel('Title').fill('Tomorrow');
    await shown.page.getByText('When, how urgent').click();
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 16);
    await shown.page.getByLabel('At', { exact: true }).fill(tomorrow);
    await shown.button('Continue…').click();
    // It is scheduled, and only the answer is lost.
    await used.context.route('**/fcm/send', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await shown.dialog.getByRole('button', { name: 'Schedule' }).click();
    await shown.dialog.getByText('trying again does not send it twice').waitFor();
    await used.context.unroute('**/fcm/send');
    // Whoever looks at the text once more goes on with the same message.
    await shown.dialog.getByRole('button', { name: 'Back to the text' }).click();
    await shown.button('Continue…').click();
    await shown.dialog.getByRole('button', { name: 'Schedule' }).click();
    await shown.heading('Tomorrow').waitFor();
    await shown.button('Cancel the message…').click();
    await shown.dialog.getByRole('button', { name: 'Cancel the message' }).click();
    await shown.page.getByText('Cancelled', { exact: true }).waitFor();
    await shown.link('Messages').first().click();
    await shown.row('Tomorrow').getByText('Cancelled').waitFor();
    // The first attempt got no answer, and the second was the same message.
    expect(await shown.row('Tomorrow').count()).toBe(1);
  });

  it('says at the field what the server refused, and quotes no proxy', async () => {
    const shown = await used.open('/compose?audience=topic&to=promotions');
    await shown.page.getByLabel('Title').fill('Too late');
    await shown.page.getByText('When, how urgent').click();
    const at = shown.page.getByLabel('At', { exact: true });
    await at.fill(new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 16));
    const send = async (status: number, body: string) => {
      await used.context.route('**/fcm/send', (route) => route.fulfill({ status, body }));
      await shown.button('Continue…').click();
      await shown.dialog.getByRole('button', { name: 'Schedule' }).click();
    };
    await send(400, 'InvalidParameters: "send_at" is more than a year away');
    await shown.page.getByText('This time is too far away').waitFor();
    expect(await at.getAttribute('aria-invalid')).toBe('true');
    await used.context.unroute('**/fcm/send');
    await send(503, '<html>bad gateway</html>');
    await shown.dialog.getByText('The server could not be reached.').waitFor();
    expect(await shown.dialog.getByText('bad gateway').count()).toBe(0);
    await used.context.unroute('**/fcm/send');
    expect(shown.problems).toEqual([]);
  });

  it('sends data to the app, and all that a template says, also what has no field', async () => {
    const image = 'https://acme.example/sale.png';
    await used.client.savePushTemplate('sale', {
      content: { notification: { title: 'Sale', image }, data: { campaign: 'spring' } },
    });
    const shown = await used.open('/compose?audience=topic&to=promotions');
    await shown.page.getByLabel('Template').selectOption({ label: 'sale' });
    await shown.page.getByText(image).waitFor();
    await shown.page.getByText('When, how urgent').click();
    expect(await shown.page.getByLabel('Key 1').inputValue()).toBe('campaign');
    await shown.button('Add an entry').click();
    await shown.page.getByLabel('Key 2').fill('from');
    await shown.page.getByLabel('Value 2').fill(SCRIPT);
    expect(await shown.violations()).toEqual([]);
    // What is wrong is seen, also where it was folded away.
    await shown.page.getByText('When, how urgent').click();
    await shown.button('Continue…').click();
    await shown.page.getByText('“from” is kept for the platform').waitFor();
    await shown.page.getByLabel('Key 2').fill('orderId');
    await shown.page.reload();
    expect(await shown.page.getByLabel('Title').inputValue()).toBe('Sale');
    await shown.button('Continue…').click();
    await shown.dialog.getByText(`campaign = spring, orderId = ${SCRIPT}`).waitFor();
    const sent = shown.page.waitForRequest('**/fcm/send');
    await shown.dialog.getByRole('button', { name: 'Send now' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      notification: { title: 'Sale', image },
      data: { campaign: 'spring', orderId: SCRIPT },
    });
    await shown.heading('Sale').waitFor();
    await used.client.deletePushTemplate('sale');
    expect(shown.problems).toEqual([]);
  });

  it('keeps a draft, reaches a person on all their devices, and warns of a link that leads nowhere', async () => {
    const person = await personOn(used.server);
    const { accessToken } = await person.signIn();
    const payload = { token: `hers-${'t'.repeat(40)}`, platform: 'ios' };
    await used.server.send('POST', '/devices/register', { payload, token: accessToken });
    const shown = await used.open('/compose?audience=person&to=nobody');
    await shown.page.getByLabel('Title').fill('For you');
    await shown.page.getByLabel('Opens').fill('host://settings');
    await shown.page.getByText('No host has this route by itself').waitFor();
    await shown.page.getByLabel('Opens').fill('miniapp/com.acme.unknown');
    await shown.page.getByText('There is no mini-app com.acme.unknown').waitFor();
    await shown.button('Continue…').click();
    await shown.dialog.getByText('There is no mini-app com.acme.unknown').waitFor();
    await shown.dialog.getByText('No device would get it now.').waitFor();
    await shown.dialog.getByRole('button', { name: 'Back to the text' }).click();
    await shown.page.getByLabel('Opens').fill('');
    await shown.goTo('/compose');
    expect(await shown.page.getByLabel('Title').inputValue()).toBe('For you');
    await shown.page.getByLabel('Person').fill(person.me.id);
    await shown.button('Continue…').click();
    await shown.dialog.getByText('It is for 1 device.').waitFor();
    await shown.dialog.getByRole('button', { name: 'Send now' }).click();
    await shown.heading('For you').waitFor();
    await shown.page.getByText('Accepted', { exact: true }).first().waitFor();
    await shown.link(/Trace to device/).click();
    await shown.page.getByText('It waits for the device').first().waitFor();
    await shown.goTo('/compose');
    expect(await shown.page.getByLabel('Title').inputValue()).toBe('');
  });

  it('counts a device group and many tokens before anything is sent', async () => {
    const made = await used.server.send('POST', '/fcm/notification', {
      payload: {
        operation: 'create',
        notification_key_name: 'of the console',
        registration_ids: TOKENS.slice(0, 2),
      },
    });
    const { notification_key: key } = made.json<{ notification_key: string }>();
    const shown = await used.open(`/compose?audience=group&to=${encodeURIComponent(key)}`);
    await shown.page.getByLabel('Title').fill('For a group');
    await shown.button('Continue…').click();
    await shown.dialog.getByText('It is for 2 devices.').waitFor();
    await shown.dialog.getByRole('button', { name: 'Back to the text' }).click();
    const many = [
      ...TOKENS.slice(0, 2),
      ...Array.from({ length: 400 }, (_, at) => `unknown-${at}`),
    ];
    await shown.page.getByLabel('For', { exact: true }).selectOption('device');
    await shown.page.getByLabel('Devices', { exact: true }).fill(many.join('\n'));
    await shown.button('Continue…').click();
    await shown.dialog.getByText('It is for 2 devices.').waitFor();
    expect(await shown.violations()).toEqual([]);
    // Nothing of it is left in the browser but the text.
    const kept = await shown.page.evaluate<string>('JSON.stringify(localStorage)');
    expect(kept).toContain('For a group');
    expect(kept).not.toContain(TOKENS[0]);
    expect(kept).not.toContain(key);
    expect(shown.problems).toEqual([]);
  });

  it('goes to everybody who has a topic of a mini-app, once', async () => {
    for (const [token, purposes] of [
      [TOKENS[0]!, ['updates', 'sales']],
      [TOKENS[1]!, ['sales']],
    ] as const) {
      for (const purpose of purposes) {
        await used.server.send(
          'POST',
          `/iid/v1/${token}/rel/topics/miniapp_com.acme.orders_${purpose}`,
          {
            token: undefined,
            headers: { authorization: `key=${SERVER_KEY}` },
            payload: {},
          },
        );
      }
    }
    const shown = await used.open('/compose?audience=mini-app&to=com.acme.none');
    await shown.page.getByLabel('Title').fill('For shoppers');
    await shown.button('Continue…').click();
    await shown.dialog.getByText('No device would get it now.').waitFor();
    expect(await shown.dialog.getByRole('button', { name: 'Send now' }).isDisabled()).toBe(true);
    await shown.dialog.getByRole('button', { name: 'Back to the text' }).click();
    await shown.page.getByLabel('Mini-app', { exact: true }).fill('com.acme.orders');
    await shown.button('Continue…').click();
    await shown.dialog.getByText('It is for 2 devices.').waitFor();
    await shown.dialog.getByRole('button', { name: 'Send now' }).click();
    await shown.heading('For shoppers').waitFor();
    await shown.page.getByText(/'miniapp_com\.acme\.orders_sales' in topics \|\|/).waitFor();
    expect(shown.problems).toEqual([]);
  });

  it('saves a text under a name with its buttons, starts another push from it, and deletes it', async () => {
    const shown = await used.open('/compose');
    await shown.page.getByLabel('Title').fill(SCRIPT);
    await shown.page.getByText('When, how urgent').click();
    await shown.page.getByLabel('Buttons').fill('order');
    await shown.button('Save as a template…').click();
    await shown.dialog.getByRole('button', { name: 'Save the template' }).click();
    await shown.dialog.getByText('A template has a name.').waitFor();
    await shown.dialog.getByLabel('Name', { exact: true }).fill(SCRIPT);
    await shown.dialog.getByLabel('For the mini-app').fill('no id');
    await shown.dialog.getByRole('button', { name: 'Save the template' }).click();
    await expect
      .poll(() => shown.dialog.getByLabel('For the mini-app').getAttribute('aria-invalid'))
      .toBe('true');
    await shown.dialog.getByLabel('For the mini-app').fill('');
    expect(await shown.violations()).toEqual([]);
    await shown.dialog.getByRole('button', { name: 'Save the template' }).click();
    await shown.said(`The template ${SCRIPT} is saved.`).waitFor();

    await shown.button('Start anew').click();
    await shown.page.reload();
    await shown.page.getByLabel('Template').selectOption({ label: SCRIPT });
    expect(await shown.page.getByLabel('Title').inputValue()).toBe(SCRIPT);
    await shown.page.getByLabel('Topic').fill('promotions');
    await shown.button('Continue…').click();
    await shown.dialog.getByText('It is for 2 devices.').waitFor();
    await shown.dialog.getByText('order', { exact: true }).waitFor();
    await shown.dialog.getByRole('button', { name: 'Back to the text' }).click();
    await shown.button('Delete the template…').click();
    await shown.dialog.getByRole('button', { name: 'Delete the template' }).click();
    await shown.said(/is deleted/).waitFor();
    expect((await used.client.listPushTemplates()).items).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it('lets a sender for one mini-app count its topics and send to them, and shows no link that is refused', async () => {
    const appId = 'com.acme.orders';
    const topic = miniAppTopic(appId);
    await used.server.publish(appId, '1.0.0', {
      percentage: 100,
      registration: { permissions: ['push'] },
    });
    await used.server.send('POST', `/iid/v1/${TOKENS[0]}/rel/topics/${topic}`, {
      token: undefined,
      headers: { authorization: `key=${SERVER_KEY}` },
      payload: {},
    });
    const { token } = await used.server.issue({ name: 'Sam', role: 'sender', apps: [appId] });
    const shown = await used.open('/compose', token);
    const audiences = shown.page.getByLabel('For', { exact: true }).locator('option');
    await expect.poll(() => audiences.count()).toBe(4);
    await shown.page.getByLabel('Title').fill('Shipped');
    await shown.page.getByLabel('Topic').fill('promotions');
    await shown.button('Continue…').click();
    await shown.page.getByText(`Topics of one of your mini-apps, such as ${topic}.`).waitFor();
    await shown.page.getByLabel('Topic').fill(topic);
    await shown.button('Continue…').click();
    await shown.dialog.getByText('It is for 1 device.').waitFor();
    await shown.dialog.getByLabel('Test it first, on').fill('x'.repeat(43));
    const keys: (string | undefined)[] = [];
    shown.page.on('request', (request) => {
      if (request.url().endsWith('/fcm/send')) keys.push(request.headers()['idempotency-key']);
    });
    await shown.dialog.getByRole('button', { name: 'Send a test' }).click();
    await shown.said('The test is sent, if this person lets').waitFor();
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    await shown.dialog.getByRole('button', { name: 'Send now' }).click();
    await shown.heading('Shipped').waitFor();
    await shown.heading('How far it came').waitFor();
    expect(await shown.link(/Trace|Device/).count()).toBe(0);
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it('is not shown to who may not send', async () => {
    const { token } = await used.server.issue({ name: 'Vi', role: 'viewer' });
    const shown = await used.open('/', token);
    await shown.heading('Overview').waitFor();
    expect(await shown.link('Compose').count()).toBe(0);
  });
});
