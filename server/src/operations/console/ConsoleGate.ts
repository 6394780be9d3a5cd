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
/** What the console may ask for besides its own session: the API, and sending. */
const PASSED_ON = /^\/console\/api(?=\/(?:v1|fcm)\/)/;
/** What a mini-app that is tried in the console asks for: its own path, whatever address the console has. */
const PREVIEWED = new RegExp(`^${CONSOLE_PREVIEW_PATH}(?=/([^/?]+)/)`);
const READS = new Set(['GET', 'HEAD']);

/**
 * The only place where the cookie of the console counts. Requests below `/console/api` become those of the API itself, with
 * the session in the place of a token; nothing outside of this process can write such a token.
 */
export class ConsoleGate {
  readonly #url: URL;
  /** Whether the console has an origin of its own. */
  readonly #isApart: boolean;
  /** Its address as others know it. */
  readonly #home: string;
  readonly #session: Cookie;
  /** What ties a sign-in at an identity provider to the browser that began it. */
  readonly #signIn: Cookie;
  readonly #mark = randomBytes(32).toString('base64url');

  constructor({ baseUrl, consoleUrl }: { baseUrl: string; consoleUrl: string }) {
    this.#url = new URL(consoleUrl);
    this.#isApart = this.#url.origin !== new URL(baseUrl).origin;
    this.#home = `${consoleUrl}${CONSOLE_PATH}`;
    const isSecure = this.#url.protocol === 'https:';
    const path = new URL(this.#home).pathname;
    this.#session = makeCookie('console_session', { isSecure, path, sameSite: 'Strict' });
    // The provider sends the browser back, so it has to come along with a link from elsewhere.
    this.#signIn = makeCookie('console_sign_in', {
      isSecure,
      path: `${path}oidc`,
      sameSite: 'Lax',
    });
  }

  /**
   * The URL that is routed: without the path of the console. The session takes the place of whatever token was sent; for a
   * mini-app that is tried, nobody is signed in.
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

  /** What stands for the session of a request in `Authorization`; undefined when it is none of the console. */
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

  /** Keeps what a browser has to show when it comes back from an identity provider. */
  keepSignIn(reply: FastifyReply, value: string): void {
    void reply.header('set-cookie', setting(this.#signIn, value, SIGN_IN_SECONDS));
  }

  signInOf({ headers }: { headers: IncomingHttpHeaders }): string | undefined {
    return cookieIn(headers, this.#signIn.name);
  }

  forgetSignIn(reply: FastifyReply): void {
    void reply.header('set-cookie', setting(this.#signIn, '', 0));
  }

  /** The address of a path of the console, as others know it. */
  addressOf(path: string): string {
    return `${this.#home}${path.slice(CONSOLE_PATH.length)}`;
  }

  /** Whether a request is for the host name of the console. */
  isForConsole({ headers: { host } }: Pick<IncomingMessage, 'headers'>): boolean {
    return this.#isApart && host?.toLowerCase() === this.#url.host;
  }

  /**
   * Checks a request before anything else does. Returns the address to be sent to instead; throws for what no page of the
   * console asks. With an origin of its own the console is there alone, and nothing else is: pages of mini-apps never
   * share an origin with it.
   */
  check(request: FastifyRequest): string | undefined {
    const url = request.originalUrl;
    demandPath(url);
    refuseDisguised(url);
    const isConsole = url.startsWith(CONSOLE_PATH) || url === CONSOLE_PATH.slice(0, -1);
    if (this.#isApart && isConsole !== this.isForConsole(request.raw) && url !== REPORTS_PATH) {
      return this.#elsewhere(request, isConsole);
    }
    if (url.startsWith(`${CONSOLE_API_PATH}/`)) this.#demandConsole(request);
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

  #demandConsole({ method, headers, originalUrl }: FastifyRequest): void {
    const { origin } = this.#url;
    // The response of a back end must not act as a page or script of the console: only its own scripts can send the header.
    if (READS.has(method) && !isPreviewed(originalUrl)) {
      // A link that somebody typed or kept is fine: nothing is changed by it.
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
 * Over https its name has the prefix by which browsers take it from this very host name alone: a page of another one below the
 * same domain cannot have its own session counted in its place. Such a cookie has no path, so the gate looks at the path.
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
 * The router cuts off the host name of an address like `http://host/console/`, and takes its path; what is checked here
 * begins with the path. Only clients of a proxy write it so.
 */
function demandPath(url: string): void {
  if (url.startsWith('/') || url === '*') return;
  throw new ApiError('not-found', 'The first line of a request names a path, such as /v1/config.');
}

function isPreviewed(url: string): boolean {
  const [, path] = PREVIEWED.exec(url) ?? [];
  return path !== undefined && z.safeParse(MiniAppPath, path).success;
}

/**
 * The router takes `/%63onsole/` for `/console/`, and what is checked here is the address as it was sent: one of the
 * console is written as it is.
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
