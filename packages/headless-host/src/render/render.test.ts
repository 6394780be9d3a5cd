import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { ADAS_HOST } from '../testing/adasHost.ts';
import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { type RenderOptions, render } from './render.ts';
import type { RenderedMiniApp } from './RenderedMiniApp.types.ts';

let app: RenderedMiniApp | undefined;

async function open(options: RenderOptions): Promise<RenderedMiniApp> {
  app = await render(options);
  return app;
}

afterEach(async () => {
  await app?.close();
  app = undefined;
});

describe.each(['ios', 'android'] as const)('a mini-app built for %s', (platform) => {
  let dir = '';
  beforeAll(async () => {
    dir = await builtFixture('orders', platform);
  }, BUILD_MS);

  it('asks for its items, shows a row for each, and records the screen', async () => {
    const orders = await open({ dir, platform, host: ADAS_HOST });
    expect(orders.texts()).toEqual(['Orders', 'Orders of Ada', 'First', 'Second']);
    expect(orders.calls()).toEqual([
      { service: 'analytics', kind: 'screen', name: 'orders' },
      { service: 'api', method: 'GET', path: '/orders/items', status: 200 },
    ]);
    expect(orders.errors()).toEqual([]);
    expect(orders.logs()).toEqual([]);
  });

  it('goes to a row’s screen when the row is pressed, and back', async () => {
    const orders = await open({ dir, platform, host: ADAS_HOST });
    await orders.press('First');
    expect(await orders.getByText(/^Order \d/)).toBe('Order 1');
    expect(await orders.queryByText('Second')).toBeUndefined();
    await orders.back();
    expect(await orders.getByText('Second')).toBe('Second');
    await expect(orders.back()).rejects.toThrow('There is no screen to go back to.');
  });

  it('takes what is typed, and what is submitted', async () => {
    const orders = await open({ dir, platform, host: ADAS_HOST });
    await orders.press('Second');
    await orders.type('Your note', 'Ring twice');
    expect(await orders.getByText(/letters/)).toBe('10 letters');
    await orders.type('Your note', 'Leave it outside\n');
    expect(await orders.getByText(/^Saved/)).toBe('Saved: Leave it outside');
    expect(orders.calls().at(-1)).toEqual({ service: 'storage', operation: 'set', key: 'note:2' });
    expect(orders.tree()).toContain('TextInput "Your note" value="Leave it outside"');
  });

  it('says what is there when a text is not', async () => {
    const orders = await open({ dir, platform, host: ADAS_HOST });
    const screen = [
      'Nothing shows "Third"\\.',
      '',
      'On the screen:',
      '  Screen',
      '    Screen',
      '      Header "Orders"',
      '      Text "Orders of Ada"',
      '      button.*',
      '        Text "First"',
    ];
    await expect(orders.getByText('Third')).rejects.toThrow(new RegExp(screen.join('\\n')));
  });
});

describe('time', () => {
  it('passes only when a test waits, and then at once', async () => {
    const orders = await open({
      dir: await builtFixture('orders', 'ios'),
      platform: 'ios',
      host: ADAS_HOST,
    });
    await orders.press('First');
    await orders.type('Your note', 'Hello\n');
    const start = performance.now();
    await orders.pause(3000);
    await orders.getByText('Saved: Hello');
    await orders.pause(60 * 60 * 1000);
    expect(await orders.queryByText('Saved: Hello')).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

describe('a press', () => {
  it('is refused where nothing would happen on it', async () => {
    const orders = await open({
      dir: await builtFixture('orders', 'ios'),
      platform: 'ios',
      host: ADAS_HOST,
    });
    await orders.press('First');
    await expect(orders.press('Order 1')).rejects.toThrow(
      '"Order 1" is there, but nothing happens on a press',
    );
    await expect(orders.press('Save')).rejects.toThrow('it has no onPress, or is disabled');
    await expect(orders.press('Delete')).rejects.toThrow(
      'Nothing shows "Delete", and nothing is labelled so.',
    );
  });
});

describe('the host', () => {
  it('can sign somebody in while the mini-app runs', async () => {
    const dir = await builtFixture('orders', 'ios');
    const orders = await open({ dir, platform: 'ios', host: { ...ADAS_HOST, user: null } });
    expect(orders.texts()).toEqual(['Orders', 'Sign in']);
    await orders.signIn({ openId: 'u2', name: 'Grace' });
    await orders.getByText('Orders of Grace');
  });

  it('signs in who is asked by the mini-app', async () => {
    const dir = await builtFixture('orders', 'ios');
    const loginAs = { openId: 'u3', name: 'Alan' };
    const orders = await open({
      dir,
      platform: 'ios',
      host: { ...ADAS_HOST, user: null, loginAs },
    });
    await orders.press('Sign in');
    await orders.getByText('Orders of Alan');
    expect(orders.calls()).toContainEqual({ service: 'auth', operation: 'requestLogin' });
  });
});

describe('a mini-app that does not load', () => {
  it('is refused with what it threw, and where', async () => {
    const dir = await builtFixture('throws-at-load', 'ios');
    await expect(render({ dir, platform: 'ios' })).rejects.toThrow(
      /There are no settings[^]*src\/App\.tsx:4:\d+/,
    );
  });
});

describe('a mini-app that hangs when it is used', () => {
  it('is ended, and says so in the call that it hung in', async () => {
    const dir = await builtFixture('misbehaving', 'ios');
    const host = { params: { behaviour: 'loops in an effect' } };
    const looping = await open({ dir, platform: 'ios', host, limits: { blockedMs: 1000 } });
    await expect(looping.press('Go on')).rejects.toThrow(
      /an endless loop\?[^]*src\/behaviours\.ts:5:/,
    );
    await expect(looping.getByText('Go on')).rejects.toThrow('an endless loop?');
  });
});
