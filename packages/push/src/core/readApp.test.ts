import { describe, expect, it } from 'vitest';

import { readInboxPage } from './gateway/answers.ts';
import { readMessage } from './gateway/readMessage.ts';
import { readApp } from './readApp.ts';

const app = { id: 'com.acme.orders', name: 'Orders', icon: 'https://cdn.example/orders.png' };

describe('which mini-app a notification is from', () => {
  it('is read from a message of the gateway, however it came, and from an inbox', () => {
    const data = { appId: app.id };
    expect(readMessage({ id: '1', data, app })).toMatchObject({ app });
    const item = { id: '1', receivedAt: '2026-01-10T09:00:00Z', data, app };
    expect(readInboxPage({ items: [item] })?.items).toMatchObject([{ app }]);
  });

  it('may have no icon', () => {
    expect(readApp({ id: 'a', name: 'A' })).toEqual({ app: { id: 'a', name: 'A' } });
  });

  it.each([undefined, null, 'com.acme.orders', {}, { id: 'a' }, { id: 'a', name: 1 }])(
    'is not %j',
    (value) => expect(readApp(value)).toEqual({}),
  );
});
