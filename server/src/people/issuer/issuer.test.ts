import type { AppToken, Me } from '@host/contracts';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { answerAs } from '../testing/answerAs.ts';
import { sendAs } from '../testing/personOn.ts';
import { listenOnLoopback } from './testing/startIssuer.ts';

const AUDIENCE = 'urn:host-app';
const CLIENT = { client_id: 'ann', client_secret: 'the-secret-of-the-client' };

describe('a server with an OpenID Connect provider', () => {
  let provider: Awaited<ReturnType<typeof listenOnLoopback>>;
  let server: TestServer;
  let session: { accessToken: string };
  beforeAll(async () => {
    provider = await listenOnLoopback((issuer) => new Provider(issuer, configuration()).callback());
    const oidc = { issuer: provider.origin, audience: AUDIENCE };
    server = await createTestServer({ config: { oidc } });
    session = { accessToken: await tokenFrom(provider.origin) };
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  it('takes its tokens as sessions', async () => {
    const me = await sendAs(server, session, 'GET', '/v1/me');
    expect(me.statusCode, me.body).toBe(200);
    expect(me.json<Me>()).toEqual({
      id: expect.stringMatching(/^oidc-/),
      name: 'Unnamed',
      emailVerified: false,
    });
    const tampered = { accessToken: `${session.accessToken.slice(0, -4)}AAAA` };
    expectProblem(await sendAs(server, tampered, 'GET', '/v1/me'), 'unauthorized');
  });

  it('gives mini-apps tokens of its own for them', async () => {
    const appId = newAppId();
    await vouchFor(server, appId, '1.0.0', { permissions: ['user'], release: {} });
    await answerAs(server, session, appId, 'granted');
    const answer = await sendAs(server, session, 'POST', `/v1/mini-programs/${appId}/token`);
    expect(answer.statusCode, answer.body).toBe(200);
    const { user } = answer.json<AppToken>();
    expect(user).toEqual({ openId: expect.stringMatching(/^[\w-]{43}$/), name: 'Unnamed' });
  });

  it.each([
    ['POST', '/v1/accounts'],
    ['POST', '/v1/sessions'],
    ['POST', '/v1/sessions/refresh'],
    ['DELETE', '/v1/sessions/current'],
    ['GET', '/v1/sessions'],
    ['DELETE', '/v1/sessions/6f1c7a0e-3c55-4b0e-9a53-7d8f0f6f2b11'],
    ['PATCH', '/v1/me'],
    ['POST', '/v1/me/password'],
    ['POST', '/v1/me/email'],
    ['POST', '/v1/me/email/verify'],
    ['POST', '/v1/me/email/confirm'],
    ['POST', '/v1/accounts/confirm'],
    ['POST', '/v1/password-resets'],
    ['POST', '/v1/password-resets/confirm'],
  ] as const)('keeps no accounts: %s %s says where they are', async (method, url) => {
    for (const who of [session, undefined]) {
      const problem = expectProblem(await sendAs(server, who, method, url), 'accounts-elsewhere');
      expect(problem['issuer']).toBe(provider.origin);
    }
  });

  it('makes no links for accounts that are elsewhere', async () => {
    const answer = await server.post('/v1/admin/people/reset-link', { email: 'ann@example.com' });
    expectProblem(answer, 'accounts-elsewhere');
  });

  it('deletes what it keeps for a person when they ask for it, without a password', async () => {
    const { id } = (await sendAs(server, session, 'GET', '/v1/me')).json<Me>();
    const answer = await sendAs(server, session, 'DELETE', '/v1/me', { payload: {} });
    expect(answer.json()).toEqual({ id });
    expect(await server.db.all('SELECT * FROM person_deletions')).toEqual([]);
  });
});

/** A provider that gives a client a token for our server. */
function configuration(): object {
  const resourceServer = {
    scope: 'host',
    audience: AUDIENCE,
    accessTokenFormat: 'jwt',
    accessTokenTTL: 300,
  };
  return {
    clients: [
      { ...CLIENT, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
    ],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: async () => resourceServer,
      },
    },
    scopes: ['host'],
  };
}

async function tokenFrom(issuer: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'host',
      resource: AUDIENCE,
      ...CLIENT,
    }),
  });
  const { access_token } = (await response.json()) as { access_token?: string };
  if (!access_token) throw new Error(`The provider answered ${response.status}.`);
  return access_token;
}
