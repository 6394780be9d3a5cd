import { expect, it } from 'vitest';

import { deepLinkRoute } from './deepLinkRoute.ts';

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
