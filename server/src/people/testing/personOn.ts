import { randomUUID } from 'node:crypto';

import type { Me, SessionTokens } from '@host/contracts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';

import type { TestServer } from '../../testing/createTestServer.ts';

/** A session whose refresh token travels in bodies. */
export type NativeSession = SessionTokens & { refreshToken: string };

/** A person with an account on a test server. */
export interface TestPerson {
  me: Me;
  email: string;
  password: string;
  /** Signs in again, which starts another session. */
  signIn(): Promise<NativeSession>;
}

const PASSWORD = 'correct horse battery staple';

/** Makes an account that no other test uses. */
export async function personOn(server: TestServer, name = 'Ann'): Promise<TestPerson> {
  const email = `${randomUUID()}@example.com`;
  const made = await sendAs(server, undefined, 'POST', '/v1/accounts', {
    payload: { email, password: PASSWORD, name },
  });
  if (made.statusCode !== 201) throw new Error(made.body);
  return {
    me: made.json<Me>(),
    email,
    password: PASSWORD,
    async signIn() {
      const response = await sendAs(server, undefined, 'POST', '/v1/sessions', {
        payload: { email, password: PASSWORD },
      });
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json<NativeSession>();
    },
  };
}

/** Sends a request with a session's access token, or with none. */
export function sendAs(
  server: TestServer,
  session: { accessToken: string } | undefined,
  method: Parameters<TestServer['send']>[0],
  url: string,
  options: Omit<InjectOptions, 'url' | 'method'> = {},
): Promise<LightMyRequestResponse> {
  return server.send(method, url, { ...options, token: session?.accessToken });
}
