import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import {
  CONSOLE_API_PATH,
  CONSOLE_HEADER,
  CONSOLE_PATH,
  CONSOLE_PREVIEW_PATH,
  LIMITS,
  MiniAppPath,
} from '@host/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { cookieIn } from '../../http/headers/cookieIn.ts';
import { isOwnPage } from '../../http/headers/isOwnPage.ts';
import { REPORTS_PATH } from '../../http/policy-reports/reportingHeaders.ts';
import { sessionEnded } from './ConsoleSessions.ts';

const SIGN_IN_SECONDS = 600;
/** The paths below `/console/api` that are forwarded: the API, and sending. */
const PASSED_ON = /^\/console\/api(?=\/(?:v1|fcm)\/)/;
/** The requests of a previewed mini-app to its own path. */
const PREVIEWED = new RegExp(`^${CONSOLE_PREVIEW_PATH}(?=/([^/?]+)/)`);
const READS = new Set(['GET', 'HEAD']);

/**
 * The only place that accepts the console's cookie. Requests below `/console/api` are rewritten to those of the API itself,
 * with the session in place of a token, in a form that nobody outside of this process can forge.
 */
export class ConsoleGate {
  readonly #url: URL;
  /** Whether the console has an origin of its own. */
  readonly #isApart: boolean;
  /** Its public address. */
  readonly #home: string;
  readonly #session: Cookie;
  /** The cookie that ties a sign-in at an identity provider to the browser that began it. */
  readonly #signIn: Cookie;
  readonly #mark = randomBytes(32).toString('base64url');

  constructor({ baseUrl, consoleUrl }: { baseUrl: string; consoleUrl: string }) {
    this.#url = new URL(consoleUrl);
    this.#isApart = this.#url.origin !== new URL(baseUrl).origin;
    this.#home = `${consoleUrl}${CONSOLE_PATH}`;
    const isSecure = this.#url.protocol === 'https:';
    const path = new URL(this.#home).pathname;
    this.#session = makeCookie('console_session', { isSecure, path, sameSite: 'Strict' });
    // Lax, since the provider redirects the browser back: the cookie has to be sent with a cross-site navigation.
    this.#signIn = makeCookie('console_sign_in', {
      isSecure,
      path: `${path}oidc`,
      sameSite: 'Lax',
    });
  }

  /**
   * The URL that is routed, without the console's path. The session replaces whatever token was sent; for a previewed
   * mini-app, nobody is signed in.
   */
  rewrite(request: IncomingMessage): string {
    const url = request.url ?? '/';
    if (!url.startsWith(CONSOLE_API_PATH)) return url;
    if (isPreviewed(url)) {
      delete request.headers.authorization;
      return url.replace(PREVIEWED, '');
    }
    const authorization = this.authorizationOf(request);
    if (authorization === undefined) delete request.headers.authorization;
    else request.headers.authorization = authorization;
    return url.replace(PASSED_ON, '');
  }

  /** The `Authorization` value that stands for the session of a request; undefined if it is not from the console. */
  authorizationOf({ url = '/', headers }: IncomingMessage): string | undefined {
    const isSession = url.startsWith(CONSOLE_API_PATH) && !isPreviewed(url);
    const secret = isSession ? cookieIn(headers, this.#session.name) : undefined;
    return secret === undefined ? undefined : `Bearer ${this.#mark}.${secret}`;
  }

  /** The secret of the session that a bearer stands for; undefined when it is a token. */
  secretOf(bearer: string): string | undefined {
    const prefix = `${this.#mark}.`;
    return bearer.startsWith(prefix) ? bearer.slice(prefix.length) : undefined;
  }

  /** The secret in the cookie of a request. */
  cookieOf({ headers }: { headers: IncomingHttpHeaders }): string | undefined {
    return cookieIn(headers, this.#session.name);
  }

  setCookie(reply: FastifyReply, secret: string): void {
    void reply.header('set-cookie', setting(this.#session, secret, LIMITS.consoleSessionSeconds));
  }

  clearCookie(reply: FastifyReply): void {
    void reply.header('set-cookie', setting(this.#session, '', 0));
  }

  /** Sets the cookie that a browser has to send when it returns from an identity provider. */
  keepSignIn(reply: FastifyReply, value: string): void {
    void reply.header('set-cookie', setting(this.#signIn, value, SIGN_IN_SECONDS));
  }

  signInOf({ headers }: { headers: IncomingHttpHeaders }): string | undefined {
    return cookieIn(headers, this.#signIn.name);
  }

  forgetSignIn(reply: FastifyReply): void {
    void reply.header('set-cookie', setting(this.#signIn, '', 0));
  }

  /** The public address of a path of the console. */
  addressOf(path: string): string {
    return `${this.#home}${path.slice(CONSOLE_PATH.length)}`;
  }

  /** Whether a request is for the host name of the console. */
  isForConsole({ headers: { host } }: Pick<IncomingMessage, 'headers'>): boolean {
    return this.#isApart && host?.toLowerCase() === this.#url.host;
  }

  /**
   * Checks a request before anything else does. Returns the address to redirect to, if any; throws for requests that no page
   * of the console makes. If the console has an origin of its own, nothing else is served there, and the console nowhere
   * else: pages of mini-apps never share an origin with it.
   */
  check(request: FastifyRequest): string | undefined {
    const url = request.originalUrl;
    requirePath(url);
    refuseDisguised(url);
    const isConsole = url.startsWith(CONSOLE_PATH) || url === CONSOLE_PATH.slice(0, -1);
    if (this.#isApart && isConsole !== this.isForConsole(request.raw) && url !== REPORTS_PATH) {
      return this.#elsewhere(request, isConsole);
    }
    if (url.startsWith(`${CONSOLE_API_PATH}/`)) this.#requireConsole(request);
    if (PASSED_ON.test(url) && this.cookieOf(request) === undefined) throw sessionEnded();
    return undefined;
  }

  #elsewhere(request: FastifyRequest, isConsole: boolean): string {
    const url = request.originalUrl;
    const isPage = READS.has(request.method) && !url.startsWith(CONSOLE_API_PATH);
    if (isConsole && isPage) return this.#home;
    if (url === '/' && isPage) return this.#home;
    const path = url.split('?')[0];
    throw new ApiError('not-found', `There is no ${request.method} ${path} at this host name.`);
  }

  #requireConsole({ method, headers, originalUrl }: FastifyRequest): void {
    const { origin } = this.#url;
    // The response of a back end must not be loaded as a page or script of the console: only the console's own scripts can
    // send the header.
    if (READS.has(method) && !isPreviewed(originalUrl)) {
      // A typed or bookmarked address is fine: reads change nothing.
      const site = headers['sec-fetch-site'];
      if (site === undefined || site === 'same-origin' || site === 'none') return;
    } else if (headers[CONSOLE_HEADER] === '1' && isOwnPage(headers, origin)) return;
    throw new ApiError(
      'origin-not-allowed',
      `The console's requests come from pages of ${origin}, changes with the header ${CONSOLE_HEADER}: 1.`,
    );
  }
}

interface Cookie {
  name: string;
  attributes: string;
}

/**
 * Over https its name has the prefix `__Host-`: browsers then accept it from this exact host only, so that a sibling subdomain
 * cannot plant its own session. Such a cookie applies to all paths, so the gate checks the path.
 */
function makeCookie(
  name: string,
  { isSecure, path, sameSite }: { isSecure: boolean; path: string; sameSite: 'Strict' | 'Lax' },
): Cookie {
  return isSecure
    ? { name: `__Host-${name}`, attributes: `Path=/; HttpOnly; SameSite=${sameSite}; Secure` }
    : { name, attributes: `Path=${path}; HttpOnly; SameSite=${sameSite}` };
}

function setting({ name, attributes }: Cookie, value: string, seconds: number): string {
  return `${name}=${value}; ${attributes}; Max-Age=${seconds}`;
}

/**
 * Refuses the absolute form (`http://host/console/`), from which the router takes the path: the checks here expect a path.
 * Only clients that speak to a forward proxy send it.
 */
function requirePath(url: string): void {
  if (url.startsWith('/') || url === '*') return;
  throw new ApiError('not-found', 'The first line of a request names a path, such as /v1/config.');
}

function isPreviewed(url: string): boolean {
  const [, path] = PREVIEWED.exec(url) ?? [];
  return path !== undefined && z.safeParse(MiniAppPath, path).success;
}

/**
 * Refuses encoded spellings of the console's paths: the router decodes `/%63onsole/` to `/console/`, but the checks here use
 * the URL as it was sent.
 */
function refuseDisguised(url: string): void {
  if (!url.includes('%')) return;
  const path = url.split('?')[0]!;
  const meant = decoded(path);
  for (const prefix of [CONSOLE_PATH, `${CONSOLE_API_PATH}/`]) {
    if (meant.startsWith(prefix) === path.startsWith(prefix)) continue;
    throw new ApiError('not-found', `There is no ${path}.`);
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // The router refuses it.
    return path;
  }
}
