import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { render } from '@host/headless-host';
import { beforeAll, describe, expect, it } from 'vitest';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const BUILD_MS = 180_000;

/** Opens an example mini-app as a host on ios would, with what its host answers. */
function open(name: string, host: NonNullable<Parameters<typeof render>[0]['host']>) {
  return render({ dir: at(`mini-apps/${name}/build/ios`), platform: 'ios', host });
}

async function bundle(name: string): Promise<void> {
  const args = [
    at('packages/cli/bin/miniapp.js'),
    'bundle',
    '-p',
    'ios',
    '-C',
    at(`mini-apps/${name}`),
  ];
  await promisify(execFile)(process.execPath, args);
}

describe('orders', () => {
  beforeAll(() => bundle('orders'), BUILD_MS);
  const api = { 'GET /orders/items': [{ id: '7', title: 'Espresso machine' }] };
  const user = { openId: 'u1', name: 'Ada' };

  it('lists what GET /orders/items answers, records the screen, and opens an order', async () => {
    const app = await open('orders', { api, user });
    await app.waitForText('Espresso machine');
    expect(app.calls()).toContainEqual({
      service: 'api',
      method: 'GET',
      path: '/orders/items',
      status: 200,
    });
    expect(app.calls()).toContainEqual({ service: 'analytics', kind: 'screen', name: 'orders' });

    await app.press('Espresso machine');
    await app.press('I have received it');
    await app.waitForText('Marked as received');
    expect(app.calls()).toContainEqual({ service: 'storage', operation: 'set', key: 'received:7' });
    expect(app.errors()).toEqual([]);
    await app.close();
  });

  it('shows a login prompt that calls requestLogin when nobody is signed in', async () => {
    const app = await open('orders', { api, user: null });
    await app.waitForText('Sign in to see your orders');
    await app.press('Sign in');
    await app.waitForText('Espresso machine');
    expect(app.calls()).toContainEqual({ service: 'auth', operation: 'requestLogin' });
    await app.close();
  });

  it.each([
    ['not-asked', 'Continue to your orders', 'Continue'],
    ['declined', 'Your orders are hidden', 'Share and continue'],
  ] as const)('leads on somebody whose consent is %s', async (consent, title, button) => {
    const app = await open('orders', { api, user, consent });
    await app.waitForText(title);
    await app.press(button);
    await app.waitForText('Espresso machine');
    expect(app.calls()).toContainEqual({ service: 'auth', operation: 'requestLogin' });
    await app.close();
  });

  it('opened with an order, as a deep link does, shows it', async () => {
    const app = await open('orders', { api, user, params: { orderId: '42' } });
    await app.waitForText('Order 42');
    await app.back();
    await app.waitForText('Espresso machine');
    expect(app.errors()).toEqual([]);
    await app.close();
  });
});

describe('promos', () => {
  beforeAll(() => bundle('promos'), BUILD_MS);
  const api = { 'GET /promos/items': [{ id: 'p1', title: 'Two for one' }] };

  it('subscribes to the topic of the mini-app after asking for the permission', async () => {
    const app = await open('promos', { api });
    await app.waitForText('Two for one');
    await app.press('Tell me about new offers');
    await app.waitForText('You will hear of new offers');
    const push = app.calls().filter(({ service }) => service === 'push');
    expect(push).toEqual([
      { service: 'push', operation: 'requestPermission' },
      {
        service: 'push',
        operation: 'subscribeToTopic',
        topic: 'miniapp_com.example.promos_updates',
      },
    ]);
    await app.close();
  });

  it('schedules a reminder for tomorrow at nine that leads back to the offer', async () => {
    const app = await open('promos', { api, push: { hasPermission: true } });
    await app.waitForText('Two for one');
    await app.press('Two for one');
    await app.press('Remind me tomorrow');
    await app.waitForText('We will remind you tomorrow at 9');
    expect(app.calls()).toContainEqual(
      expect.objectContaining({
        service: 'push',
        operation: 'scheduleNotification',
        options: expect.objectContaining({ data: { promoId: 'p1' } }) as object,
      }),
    );
    await app.close();
  });
});
