import type { ConsoleSession, ConsoleSignIn } from '@host/contracts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';

import type { TestServer } from '../../../testing/createTestServer.ts';

/** The headers of a write request from a page of the console. */
export const CONSOLE_HEADERS = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };

let addresses = 0;
/** An address in a fresh network: sign-ins are limited for each network. */
export function newAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

/** Somebody who signed in to the console of a test server. */
export interface OnConsole {
  session: ConsoleSession;
  /** `console_session=…`, as a browser sends it. */
  cookie: string;
  /** Sends a request as a page of the console does, below `/console/api`. */
  send: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: Pick<InjectOptions, 'payload' | 'headers'>,
  ) => Promise<LightMyRequestResponse>;
}

/** Signs in to the console. */
export async function signInTo(
  { app }: Pick<TestServer, 'app'>,
  credentials: ConsoleSignIn,
): Promise<OnConsole> {
  const response = await app.inject({
    method: 'POST',
    url: '/console/api/session',
    remoteAddress: newAddress(),
    headers: CONSOLE_HEADERS,
    payload: credentials,
  });
  if (response.statusCode !== 201) throw new Error(response.body);
  const cookie = cookieOf(response);
  return {
    session: response.json<ConsoleSession>(),
    cookie,
    send: (method, path, { headers, ...rest } = {}) =>
      app.inject({
        method,
        url: `/console/api${path}`,
        headers: { ...CONSOLE_HEADERS, cookie, ...headers },
        ...rest,
      }),
  };
}

/** The cookie of a response as a browser sends it back. */
export function cookieOf(response: LightMyRequestResponse): string {
  return String(response.headers['set-cookie']).split(';')[0]!;
}
