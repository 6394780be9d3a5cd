import { parseDeepLink } from '@host/contracts';

import { RouteTree, readParams } from './RouteTree.ts';

/** The parameters of a link: those that the pattern names, and what the query says besides. */
export type LinkParams = Readonly<Record<string, string>>;

export type LinkHandler = (params: LinkParams) => void;

/**
 * What became of a link: `opened`, `waiting` for a route that is not registered yet, or `refused` because it is no link
 * of this app.
 */
export type LinkOutcome = 'opened' | 'waiting' | 'refused';

export interface DeepLinkRouterOptions {
  /** The schemes of this app. Without them every scheme counts that no browser or system acts on by itself. */
  schemes?: readonly string[];
  /** Told of links that nobody came for, and of those that were refused. */
  onUnknown?: (link: string, reason: 'no-route' | 'refused') => void;
  /** How long a link waits for its route. */
  waitMs?: number;
}

/** Leads deep links to whoever registered for them. */
export interface DeepLinkRouter {
  /**
   * Registers a route: `order/:orderId`, or `files/*` for everything below. Gives what takes it out again.
   *
   * @example
   * DeepLinkRouter.register('order/:orderId', ({ orderId }) => navigation.navigate('Order', { id: orderId }));
   */
  register(pattern: string, handler: LinkHandler): () => void;
  /** Runs the route of a link, `acme://order/42` or `order/42`. A link that comes before its route waits for it. */
  navigate(link: string): LinkOutcome;
  /** Sets what was left out when the router was made. */
  configure(options: DeepLinkRouterOptions): void;
}

interface Waiting {
  link: string;
  timer: ReturnType<typeof setTimeout>;
}

/** An object that inherits nothing: a parameter may have any name. Made so, it is as fast as any other. */
const Params = function () {} as unknown as new () => Record<string, string>;
Params.prototype = Object.create(null);

const WAIT_MS = 30_000;
const MOST_WAITING = 16;

/** Makes a router of its own; an app has one, `DeepLinkRouter`. */
export function createDeepLinkRouter(given: DeepLinkRouterOptions = {}): DeepLinkRouter {
  let options = given;
  const routes = new RouteTree<LinkHandler>();
  const waiting = new Set<Waiting>();

  /** Runs the handler; undefined when there is none. */
  function open(link: string): LinkOutcome | undefined {
    const parsed = parseDeepLink(link);
    if (!parsed) return 'refused';
    const { schemes } = options;
    if (parsed.scheme !== undefined && schemes && !schemes.includes(parsed.scheme))
      return 'refused';
    const route = routes.find(parsed.parts);
    if (!route) return undefined;
    const params: Record<string, string> = new Params();
    if (parsed.query.size > 0) parsed.query.forEach((value, name) => (params[name] = value));
    readParams(route, parsed.parts, params);
    route.target(params);
    return 'opened';
  }

  function waitFor(link: string): void {
    const [oldest] = waiting;
    if (oldest && waiting.size >= MOST_WAITING) giveUp(oldest);
    const entry: Waiting = {
      link,
      timer: setTimeout(() => giveUp(entry), options.waitMs ?? WAIT_MS),
    };
    waiting.add(entry);
  }

  function stopWaiting(entry: Waiting): void {
    clearTimeout(entry.timer);
    waiting.delete(entry);
  }

  function giveUp(entry: Waiting): void {
    stopWaiting(entry);
    options.onUnknown?.(entry.link, 'no-route');
  }

  return {
    register(pattern, handler) {
      const remove = routes.add(pattern, handler);
      for (const entry of waiting) {
        if (routes.find(parseDeepLink(entry.link)?.parts ?? []) === undefined) continue;
        stopWaiting(entry);
        open(entry.link);
      }
      return remove;
    },
    navigate(link) {
      const outcome = open(link);
      if (outcome === 'refused') options.onUnknown?.(link, 'refused');
      if (outcome !== undefined) return outcome;
      waitFor(link);
      return 'waiting';
    },
    configure(more) {
      options = { ...options, ...more };
    },
  };
}
