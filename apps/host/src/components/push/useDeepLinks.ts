import { DeepLinkRouter, type LinkHandler } from '@host/push';
import { useEffect } from 'react';

import { navigationRef } from '../../navigation/navigationRef.ts';
import type { Route } from '../../links/routes.ts';

/** An allowlist of the screens that notification links can open: a push must not open, say, account pages. */
const LINKS: Readonly<Record<string, (params: Readonly<Record<string, string>>) => Route>> = {
  'order/:orderId': ({ orderId = '' }) => ({ name: 'Order', params: { id: orderId } }),
  'promo/:promoId': ({ promoId = '' }) => ({ name: 'Promo', params: { id: promoId } }),
  'miniapp/:appId': ({ appId = '', ...params }) => ({ name: 'MiniApp', params: { appId, params } }),
  notifications: () => ({ name: 'Notifications' }),
  'settings/notifications': () => ({ name: 'NotificationSettings' }),
  '*': ({ '*': path = '' }) => ({ name: 'NotFound', params: { path } }),
};

/** Registers the host's deep links while its screens are mounted. */
export function useDeepLinks(): void {
  useEffect(() => {
    const endings = Object.entries(LINKS).map(([pattern, routeFor]) => {
      const open: LinkHandler = (params) => {
        const { name, params: given } = routeFor(params);
        navigationRef.navigate(...([name, given] as never));
      };
      return DeepLinkRouter.register(pattern, open);
    });
    return () => endings.forEach((end) => end());
  }, []);
}
