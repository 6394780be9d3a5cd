/** The data source of the host's own order and promo screens, and the mini-app that they link to. */
export const DESTINATIONS = {
  order: { appId: 'com.example.orders', items: '/orders/items', param: 'orderId' },
  promo: { appId: 'com.example.promos', items: '/promos/items', param: 'promoId' },
} as const;

export type Destination = (typeof DESTINATIONS)[keyof typeof DESTINATIONS];
