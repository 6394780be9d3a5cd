import { describe, expect, it } from 'vitest';

import { CHANNELS, channelOf } from './channels.ts';
import { USUAL_RULES, allows, readRules } from './notificationRules.ts';

const NOON = new Date('2026-05-01T12:00:00');
const offer = { id: '1', data: { deepLink: 'host://promo/p1' } };

describe('the channel of a notification', () => {
  it.each([
    [{ data: {}, channelId: 'news' }, 'news'],
    [{ data: { appId: 'com.acme.orders', deepLink: 'host://order/1' } }, 'services'],
    [{ data: { deepLink: 'host://order/1' } }, 'orders'],
    [{ data: { deepLink: 'promo/p1' } }, 'promotions'],
    [{ data: { deepLink: 'miniapp/com.acme.orders?id=1' } }, 'services'],
    [{ data: { deepLink: 'host://settings' }, channelId: 'unheard-of' }, 'default'],
    [{ data: { deepLink: 7 } }, 'default'],
  ])('of %j is %s', (notification, channel) => {
    expect(channelOf(notification)).toBe(channel);
  });
});

describe('the rules', () => {
  it('let everything be shown until somebody says otherwise', () => {
    expect(allows(USUAL_RULES, offer, NOON)).toBe(true);
  });

  it('keep back a channel, a mini-app, and everything in quiet hours', () => {
    const muted = { ...USUAL_RULES, mutedChannels: ['promotions'], mutedApps: ['com.acme.tea'] };
    expect(allows(muted, offer, NOON)).toBe('muted');
    expect(allows(muted, { id: '2', data: { appId: 'com.acme.tea' } }, NOON)).toBe('muted');
    expect(allows(muted, { id: '3', data: { appId: 'com.acme.orders' } }, NOON)).toBe(true);
    const quiet = { ...USUAL_RULES, quietHours: { isOn: true, from: '11:00', to: '13:00' } };
    expect(allows(quiet, { id: '4', data: {} }, NOON)).toBe('quiet-hours');
  });

  it.each([undefined, '', 'no json', '{}', '{"mutedChannels":[]}'])(
    'that were kept as %j are the usual ones',
    (text) => {
      expect(readRules(text)).toEqual(USUAL_RULES);
    },
  );

  it('have a switch for every channel, each with a name of its own', () => {
    expect(new Set(CHANNELS.map(({ id }) => id)).size).toBe(CHANNELS.length);
  });
});
