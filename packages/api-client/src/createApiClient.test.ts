import { describe, expect, it, vi } from 'vitest';

import { type ApiClientOptions, createApiClient } from './createApiClient.ts';
import { MINI_PROGRAM, TOKEN } from './testing/answers.ts';
import { failureOf } from './testing/failureOf.ts';
import { json, startAnswering } from './testing/startAnswering.ts';

const client = (baseUrl: string, options: Partial<ApiClientOptions> = {}) =>
  createApiClient({ baseUrl, token: 'the-secret-token', ...options });

describe('a request', () => {
  it('keeps the path of baseUrl, escapes its parts, and leaves out what is undefined', async () => {
    const { baseUrl, arrived } = await startAnswering(json(200, { items: [] }));
    const api = client(`${baseUrl}/below/`);
    await api.listVersions('a/b?c', { cursor: undefined, limit: 5 });
    await api.listVersions('com.acme.orders');
    expect(arrived.map(({ url }) => url)).toEqual([
      '/below/v1/admin/mini-programs/a%2Fb%3Fc/versions?limit=5',
      '/below/v1/admin/mini-programs/com.acme.orders/versions',
    ]);
  });

  it.each(['', '.', '..'])(
    'is not sent when the appId is %j: it would go elsewhere',
    async (appId) => {
      const send = vi.fn<typeof fetch>();
      const api = client('http://localhost', { fetch: send });
      expect(await failureOf(api.getMiniProgram(appId))).toMatchObject({ code: 'invalid-path' });
      expect(await failureOf(api.suspend(appId))).toMatchObject({ code: 'invalid-path' });
      expect(send).not.toHaveBeenCalled();
    },
  );

  it('carries the token to the admin API, and nowhere else', async () => {
    const { baseUrl, arrived } = await startAnswering(json(200, { items: [] }));
    await client(baseUrl).readCatalog();
    await client(baseUrl).listTokens();
    await client(baseUrl, { token: undefined }).listTokens();
    expect(arrived.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer the-secret-token',
      undefined,
    ]);
  });

  it('is not redirected: the token would go along', async () => {
    const elsewhere = await startAnswering(json(200, { items: [] }));
    const { baseUrl } = await startAnswering((response) =>
      response.writeHead(307, { location: elsewhere.baseUrl }).end(),
    );
    expect((await failureOf(client(baseUrl).listTokens({}, { timeoutMs: 100 }))).code).toBe(
      'network',
    );
    expect(elsewhere.arrived).toEqual([]);
  });

  it.each(['', 'two words', 'line\n', 'ümlaut'])(
    'is never made with the token %j, which is not shown either',
    (token) => {
      expect(() => client('http://localhost', { token })).toThrow(
        /^The token is empty or has a blank or line break in it; expected one word\.$/,
      );
    },
  );

  it.each(['ftp://x', 'http://ann:pw@x', 'http://x?y', 'http://x#y', 'x'])(
    'is never sent to the baseUrl %s',
    (baseUrl) => {
      expect(() => client(baseUrl)).toThrow(TypeError);
    },
  );

  it('that is a POST has an Idempotency-Key, another for every call, or the one it is given', async () => {
    const { baseUrl, arrived } = await startAnswering(json(200, MINI_PROGRAM));
    const api = client(baseUrl);
    await api.suspend('com.acme.orders');
    await api.suspend('com.acme.orders');
    await api.suspend('com.acme.orders', { reason: 'Review' }, { idempotencyKey: 'mine' });
    const keys = arrived.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
      'mine',
    ]);
    expect(keys[0]).not.toBe(keys[1]);
    expect(arrived.map(({ body }) => body.toString())).toEqual(['{}', '{}', '{"reason":"Review"}']);
  });
});

describe('an answer', () => {
  it('that is not JSON has a code of its own', async () => {
    const { baseUrl } = await startAnswering((response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>'),
    );
    const error = await failureOf(client(baseUrl).listTokens());
    expect(error).toMatchObject({ code: 'not-json', status: 404, retryable: false });
    expect(error.message).toMatch(/answered 404 .*text\/html.*baseUrl/);
  });

  it('that does not fit the contract is refused, with the place', async () => {
    const { baseUrl } = await startAnswering(json(200, { items: [{ ...TOKEN, scopes: 'all' }] }));
    const error = await failureOf(client(baseUrl).listTokens());
    expect(error).toMatchObject({ code: 'unexpected-answer', status: 200 });
    expect(error.message).toContain('/items/0/scopes');
  });

  it('with an error in a form of its own is refused as well', async () => {
    const { baseUrl } = await startAnswering(json(400, { message: 'no' }));
    expect((await failureOf(client(baseUrl).listTokens())).code).toBe('unexpected-answer');
  });

  it('with fields of a newer server is taken, without them', async () => {
    const { baseUrl } = await startAnswering(json(200, { ...TOKEN, colour: 'blue' }));
    expect(await client(baseUrl).revokeToken('x')).toEqual(TOKEN);
  });

  it('with an error keeps all that it says', async () => {
    const errors = [{ pointer: '/name', code: 'too_small', detail: 'must not be blank' }];
    const { baseUrl } = await startAnswering(
      json(
        422,
        {
          type: '',
          title: '',
          status: 422,
          code: 'invalid-body',
          detail: 'No.',
          errors,
          requiredHostVersion: '2.0.0',
        },
        { 'x-request-id': 'request-1' },
      ),
    );
    const error = await failureOf(client(baseUrl).listTokens());
    expect(error).toMatchObject({ errors, requestId: 'request-1' });
    expect(error.problem?.['requiredHostVersion']).toBe('2.0.0');
  });
});
