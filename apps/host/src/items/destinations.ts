/** Where the host's own order and promo screens get their data, and which mini-app shows more. */
export const DESTINATIONS = {
  order: { appId: 'com.example.orders', items: '/orders/items', param: 'orderId' },
  promo: { appId: 'com.example.promos', items: '/promos/items', param: 'promoId' },
} as const;

export type Destination = (typeof DESTINATIONS)[keyof typeof DESTINATIONS];
