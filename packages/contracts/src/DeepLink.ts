import * as z from 'zod/mini';

const DEEP_LINK = /^([a-z][a-z0-9+.-]{0,63}):\/\/([^\s\u0000-\u001f\u007f]{1,2000})$/;

// Schemes that a browser or an operating system acts on by itself: a notification must not trigger them.
const ACTIVE_SCHEMES = new Set([
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'intent',
  'about',
]);

/** A deep link `<app_scheme>://<route>`. */
export const DeepLink = z
  .string()
  .check(
    z.refine(
      (text) => splitDeepLink(text) !== undefined,
      'a deep link has the form <app_scheme>://<route>, with a scheme of the host app',
    ),
  );

/** Scheme and route of a deep link, or undefined when the text is none. */
export function splitDeepLink(text: string): { scheme: string; route: string } | undefined {
  const [, scheme, route] = DEEP_LINK.exec(text) ?? [];
  if (scheme === undefined || route === undefined || ACTIVE_SCHEMES.has(scheme)) return undefined;
  return { scheme, route };
}

/** The routes that every host registers. */
export const DEEP_LINK_ROUTES = ['order/:orderId', 'miniapp/:appId', 'promo/:promoId'] as const;
