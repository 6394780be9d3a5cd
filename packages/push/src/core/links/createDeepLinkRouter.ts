import { parseDeepLink } from '@host/contracts';

import { RouteTree, readParams } from './RouteTree.ts';

/** The parameters of a link: those of the pattern, and additional ones from the query. */
export type LinkParams = Readonly<Record<string, string>>;

export type LinkHandler = (params: LinkParams) => void;

/** The parameters of links to a pattern: `orderId` of `order/:orderId` always exists, query parameters may be missing. */
export type RouteParams<Pattern extends string> = LinkParams &
  Readonly<Record<NamesIn<Pattern>, string>>;

type NamesIn<Pattern extends string> = Pattern extends `${infer First}/${infer Rest}`
  ? NameOf<First> | NamesIn<Rest>
  : NameOf<Pattern>;

type NameOf<Part extends string> = Part extends `:${infer Name}`
  ? Name
  : Part extends '*'
    ? '*'
    : never;

/**
 * The outcome of a link: `opened`, `waiting` for a route that is not registered yet, or `refused` because it is not a link
 * of this app.
 */
export type LinkOutcome = 'opened' | 'waiting' | 'refused';

export interface DeepLinkRouterOptions {
  /** The schemes of this app. By default, all schemes except those that browsers or systems handle themselves. */
  schemes?: readonly string[];
  /** Called for links without a route, and for refused ones. */
  onUnknown?: (link: string, reason: 'no-route' | 'refused') => void;
  /** How long a link waits for its route. */
  waitMs?: number;
}

/** Routes deep links to the handlers that are registered for them. */
export interface DeepLinkRouter {
  /**
   * Registers a route: `order/:orderId`, or `files/*` for everything below. Returns a function that removes it.
   *
   * @example
   * DeepLinkRouter.register('order/:orderId', ({ orderId }) => navigation.navigate('Order', { id: orderId }));
   */
  register<Pattern extends string>(
    pattern: Pattern,
    handler: (params: RouteParams<Pattern>) => void,
  ): () => void;
  /**
   * Runs the route of a link, `acme://order/42` or `order/42`. A link that arrives before its route waits for it. Without a
   * link, as in `navigate(notification.data.deepLink)` of a notification without one, it is refused.
   */
  navigate(link: string | undefined): LinkOutcome;
  /** Navigates to the link of an opened notification, unless the app has just done so itself (addition). */
  follow(link: string): void;
  /** To be called before the app gets an opened notification whose link was followed: if it navigates there as well, that is ignored (addition). */
  expect(link: string): void;
  /** Sets options after the router was created. */
  configure(options: DeepLinkRouterOptions): void;
}

/** Who navigated last: the app itself, or the push that follows links of opened notifications. */
interface Navigation {
  link: string;
  isByApp: boolean;
  /** Until then, a navigation of the other one to the same link counts as the same opening. */
  until: number;
}

/** A link that arrived before its route. */
interface PendingLink {
  link: string;
  timer: ReturnType<typeof setTimeout>;
}

/** An object without inherited properties, since a parameter can have any name. Made this way, V8 keeps it fast. */
const Params = function () {} as unknown as new () => Record<string, string>;
Params.prototype = Object.create(null);

const WAIT_MS = 30_000;
const SAME_OPENING_MS = 1000;
const MAX_PENDING = 16;

/** Creates a separate router; an app already has one, `DeepLinkRouter`. */
export function createDeepLinkRouter(given: DeepLinkRouterOptions = {}): DeepLinkRouter {
  let options = given;
  const routes = new RouteTree<LinkHandler>();
  const pending = new Set<PendingLink>();
  let last: Navigation | undefined;

  function isOurs(scheme: string | undefined): boolean {
    return scheme === undefined || (options.schemes?.includes(scheme) ?? true);
  }

  /** Runs the handler; undefined if there is none. */
  function open(link: string): LinkOutcome | undefined {
    const parsed = parseDeepLink(link);
    if (!parsed || !isOurs(parsed.scheme)) return 'refused';
    const route = routes.find(parsed.parts);
    if (!route) return undefined;
    const params: Record<string, string> = new Params();
    if (parsed.query.size > 0) parsed.query.forEach((value, name) => (params[name] = value));
    readParams(route, parsed.parts, params);
    route.target(params);
    return 'opened';
  }

  function waitFor(link: string): void {
    const [oldest] = pending;
    if (oldest && pending.size >= MAX_PENDING) giveUp(oldest);
    const entry: PendingLink = {
      link,
      timer: setTimeout(() => giveUp(entry), options.waitMs ?? WAIT_MS),
    };
    pending.add(entry);
  }

  function takeOut(entry: PendingLink): void {
    clearTimeout(entry.timer);
    pending.delete(entry);
  }

  function giveUp(entry: PendingLink): void {
    takeOut(entry);
    options.onUnknown?.(entry.link, 'no-route');
  }

  function go(link: string): LinkOutcome {
    const outcome = open(link);
    if (outcome === 'refused') options.onUnknown?.(link, 'refused');
    if (outcome !== undefined) return outcome;
    waitFor(link);
    return 'waiting';
  }

  function remember(link: string, isByApp: boolean): void {
    last = { link, isByApp, until: Date.now() + SAME_OPENING_MS };
  }

  /** Deduplicates: the app and its push may both follow the link of an opened notification. */
  function goOnce(link: string, isByApp: boolean): LinkOutcome {
    if (last?.link === link && last.isByApp !== isByApp && Date.now() <= last.until) {
      last = undefined;
      return 'opened';
    }
    remember(link, isByApp);
    return go(link);
  }

  return {
    register(pattern, handler) {
      const remove = routes.add(pattern, handler);
      for (const entry of pending) {
        if (routes.find(parseDeepLink(entry.link)?.parts ?? []) === undefined) continue;
        takeOut(entry);
        open(entry.link);
      }
      return remove;
    },
    navigate: (link) => (link === undefined ? 'refused' : goOnce(link, true)),
    follow: (link) => void goOnce(link, false),
    expect: (link) => remember(link, false),
    configure(more) {
      options = { ...options, ...more };
    },
  };
}
