import { expect, it } from 'vitest';

import { deepLinkRoute, linkProblem } from './deepLinkRoute.ts';

it.each([
  ['host://promo/p1', { route: 'promo/:promoId', appId: undefined }],
  ['order/42', { route: 'order/:orderId', appId: undefined }],
  ['miniapp/com.acme.orders', { route: 'miniapp/:appId', appId: 'com.acme.orders' }],
  ['host://miniapp/com.acme.orders/cart', { route: 'miniapp/:appId', appId: 'com.acme.orders' }],
  ['host://settings', { route: undefined, appId: undefined }],
  ['promo/p1/more', { route: undefined, appId: undefined }],
  ['javascript:alert(1)', undefined],
])('%s leads to %j', (link, expected) => {
  expect(deepLinkRoute(link)).toEqual(expected);
});

it.each(['', ' ', 'host://settings', 'host://promo/p1', 'miniapp/com.acme.orders', '/order/42'])(
  '%j may be sent',
  (link) => {
    expect(linkProblem(link)).toBeUndefined();
  },
);

it.each(['not a link', 'settings', 'promo/p1/more', 'javascript:alert(1)', 'host://two words'])(
  '%j is no link',
  (link) => {
    expect(linkProblem(link)).toContain('host://promo/p1');
  },
);
