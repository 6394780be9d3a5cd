import { DEEP_LINK_ROUTES, parseDeepLink } from '@host/contracts';

/** What is known of where a link leads. */
interface LinkRoute {
  /** The route that every host has, `promo/:promoId`; undefined when it is none of them. */
  route: string | undefined;
  /** The mini-app that it opens. */
  appId: string | undefined;
}

/** Holds a link against the routes that every host registers. Undefined for what is no link. */
export function deepLinkRoute(text: string): LinkRoute | undefined {
  const parts = parseDeepLink(text.trim())?.parts;
  if (!parts) return undefined;
  const route = DEEP_LINK_ROUTES.find((each) => fits(each.split('/'), parts));
  return { route, appId: route === 'miniapp/:appId' ? parts[1] : undefined };
}

/**
 * What is wrong with a link; undefined for none at all, for one with the scheme of an app, and for a route that every host has.
 * Any words would do for a route of one host alone, so that one is written with its scheme.
 */
export function linkProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const isLink =
    parseDeepLink(text.trim())?.scheme !== undefined || deepLinkRoute(text)?.route !== undefined;
  return isLink
    ? undefined
    : 'This is no link of an app: write host://promo/p1, or miniapp/ and the id of a mini-app.';
}

/** A link to a mini-app may go on inside of it. */
function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  const isInside = pattern[0] === 'miniapp' && parts.length > pattern.length;
  return (
    (pattern.length === parts.length || isInside) &&
    pattern.every((piece, index) => piece.startsWith(':') || piece === parts[index])
  );
}
