import { describe, expect, it, vi } from 'vitest';

import { createApiClient } from '../createApiClient.ts';
import { failureOf } from '../testing/failureOf.ts';
import { json, problem, startAnswering } from '../testing/startAnswering.ts';

const ME = { id: 'ann', name: 'Ann' };
const TOKENS = { sessionId: 's', accessToken: 'a', expiresIn: 600, refreshBefore: '2026-01-01' };

describe('a call that speaks for a person', () => {
  it('carries their access token as it is at that moment, and no other call does', async () => {
    const { baseUrl, arrived } = await startAnswering(json(200, { ...ME, ...TOKENS, items: [] }));
    const accessToken = vi.fn<() => Promise<string | undefined>>();
    accessToken.mockResolvedValueOnce('first').mockResolvedValueOnce('second');
    const client = createApiClient({ baseUrl, token: 'admin', accessToken });
    await client.readMe();
    await client.changeMe({ name: 'Ann Archer' });
    await client.signOut();
    await client.signIn({ email: 'ann@example.com', password: 'secret' });
    await client.refreshSession();
    await client.readCatalog();
    expect(arrived.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual(
      [
        ['GET', '/v1/me', 'Bearer first'],
        ['PATCH', '/v1/me', 'Bearer second'],
        ['DELETE', '/v1/sessions/current', undefined],
        ['POST', '/v1/sessions', undefined],
        ['POST', '/v1/sessions/refresh', undefined],
        ['GET', '/v1/mini-programs', undefined],
      ],
    );
    expect(accessToken).toHaveBeenCalledTimes(3);
  });

  it('keeps and forgets what they answer to a mini-app', async () => {
    const consent = { appId: 'com.acme.orders', permission: 'user', state: 'granted' };
    const { baseUrl, arrived } = await startAnswering(
      json(200, { ...consent, answeredAt: '2026-01-01', items: [] }),
    );
    const client = createApiClient({ baseUrl, accessToken: () => 'theirs' });
    const answer = { state: 'granted', secondsAgo: 5 } as const;
    expect(await client.answerConsent('com.acme.orders', 'user', answer)).toMatchObject(consent);
    expect(await client.listConsents()).toEqual({ items: [] });
    await client.forgetConsents('com.acme.orders');
    expect(arrived.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual(
      [
        ['PUT', '/v1/consents/com.acme.orders/user', 'Bearer theirs'],
        ['GET', '/v1/consents', 'Bearer theirs'],
        ['DELETE', '/v1/consents/com.acme.orders', 'Bearer theirs'],
      ],
    );
    expect(JSON.parse(String(arrived[0]!.body))).toEqual(answer);
  });

  it('asks for a new token when it is sent again', async () => {
    const { baseUrl, arrived } = await startAnswering(problem(503, 'unavailable'), json(200, ME));
    let count = 0;
    const client = createApiClient({ baseUrl, accessToken: () => `token-${count++}` });
    expect(await client.readMe()).toEqual(ME);
    expect(arrived.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-0',
      'Bearer token-1',
    ]);
  });

  it('never shows a token that cannot be sent', async () => {
    const client = createApiClient({
      baseUrl: 'http://localhost',
      accessToken: () => 'two words',
      fetch: () => Promise.reject(new Error('must not be sent')),
    });
    const failure = await failureOf(client.readMe());
    expect(failure).toMatchObject({ code: 'invalid-header', retryable: false });
    expect(String(failure)).not.toContain('two words');
  });

  it('is refused with the code of the server', async () => {
    const { baseUrl } = await startAnswering(problem(401, 'session-ended'));
    const client = createApiClient({ baseUrl, accessToken: () => 'old' });
    const failure = await failureOf(client.fetchAppToken('com.acme.orders'));
    expect(failure).toMatchObject({ code: 'session-ended', status: 401, retryable: false });
  });
});
