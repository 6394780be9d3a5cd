import { describe, expect, it } from 'vitest';

import { readMessage } from '../../core/gateway/readMessage.ts';
import { notificationOptions, notificationTitle } from './notificationOptions.ts';

const APP = { id: 'com.acme.orders', name: 'Orders', icon: 'https://cdn.example/orders.svg' };
const shown = { id: '1', title: 'Your bank: confirm', body: 'Now', data: {} };

describe('a notification of the browser', () => {
  it('says first which mini-app it is from, and shows its icon', () => {
    expect(notificationTitle({ ...shown, app: APP })).toBe('Orders: Your bank: confirm');
    expect(notificationOptions({ ...shown, app: APP })).toMatchObject({ icon: APP.icon });
    expect(notificationTitle(shown)).toBe('Your bank: confirm');
    expect(notificationOptions(shown)).not.toHaveProperty('icon');
  });

  it('of a mini-app has a category of its own, and none of the host’s buttons', () => {
    const message = { id: '1', notification: { title: 'A', click_action: 'order' }, data: {} };
    expect(readMessage({ ...message, app: APP })).toMatchObject({
      category: 'com.acme.orders/order',
    });
    expect(readMessage(message)).toMatchObject({ category: 'order' });
  });
});
