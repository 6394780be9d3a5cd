import {
  ConsoleSession,
  type ConsoleSessionQuery,
  ConsoleSessionRecord,
  type ConsoleSignIn,
  ConsoleSignInOptions,
  EndedSession,
  pageOf,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';
import type { ListRequest, Page } from './Page.types.ts';

/** Sessions of the console. The first four calls are for pages of the console only, with `onConsole`. */
export interface ConsoleCalls {
  /** Signs in with a token, or with a link that works once. */
  signInToConsole(credentials: ConsoleSignIn, options?: CallOptions): Promise<ConsoleSession>;
  /** The ways to sign in other than with a token; public. */
  readConsoleSignInOptions(options?: CallOptions): Promise<ConsoleSignInOptions>;
  /** Who is signed in; `console-session-ended` when nobody is. */
  readConsoleSession(options?: CallOptions): Promise<ConsoleSession>;
  signOutOfConsole(options?: CallOptions): Promise<EndedSession>;
  /** Everybody who is signed in, or those with `q` in their name, id or address; the newest sessions first. Scope: `admin`. */
  listConsoleSessions(
    query?: ListRequest<ConsoleSessionQuery>,
    options?: CallOptions,
  ): Promise<Page<ConsoleSessionRecord>>;
  /** Ends a session at once. Scope: `admin`. */
  endConsoleSession(id: string, options?: CallOptions): Promise<ConsoleSessionRecord>;
}

export function consoleCalls({ ask, get }: Transport): ConsoleCalls {
  const own = '/session';
  const all = '/v1/admin/console-sessions';
  return {
    signInToConsole: (json, options) =>
      ask({ method: 'POST', path: own, json, once: true, options }, ConsoleSession),
    readConsoleSignInOptions: (options) => get('/sign-in', ConsoleSignInOptions, options),
    readConsoleSession: (options) => get(own, ConsoleSession, options),
    signOutOfConsole: (options) => ask({ method: 'DELETE', path: own, options }, EndedSession),
    listConsoleSessions: (query, options) => get(all, pageOf(ConsoleSessionRecord), options, query),
    endConsoleSession: (id, options) =>
      ask(
        { method: 'DELETE', path: path`/v1/admin/console-sessions/${id}`, options },
        ConsoleSessionRecord,
      ),
  };
}
