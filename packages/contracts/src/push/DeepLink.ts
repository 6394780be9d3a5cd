import * as z from 'zod/mini';

import { splitDeepLink } from './links/splitDeepLink.ts';

/** A deep link `<app_scheme>://<route>`. */
export const DeepLink = z
  .string()
  .check(
    z.refine(
      (text) => splitDeepLink(text) !== undefined,
      'a deep link has the form <app_scheme>://<route>, with a scheme of the host app',
    ),
  );

/** The routes that every host registers. */
export const DEEP_LINK_ROUTES = ['order/:orderId', 'miniapp/:appId', 'promo/:promoId'] as const;
