import { describe, expect, it } from 'vitest';

import { type ApiClientOptions, createApiClient } from '../createApiClient.ts';
import { MINI_PROGRAM, TOKEN } from '../testing/answers.ts';
import { failureOf } from '../testing/failureOf.ts';
import { hangUp, json, problem, silence, startAnswering } from '../testing/startAnswering.ts';

const client = (baseUrl: string, options: Partial<ApiClientOptions> = {}) =>
  createApiClient({ baseUrl, ...options });

describe('a call that fails on the way', () => {
  it('is sent again until it is answered, under the same Idempotency-Key', async () => {
    const { baseUrl, arrived } = await startAnswering(
      hangUp,
      problem(503, 'unavailable', { 'retry-after': '0' }),
      problem(429, 'rate-limited', { 'retry-after': '0' }),
      json(200, MINI_PROGRAM),
    );
    const answer = await client(baseUrl).suspend('com.acme.orders');
    expect(answer).toEqual(MINI_PROGRAM);
    expect(arrived).toHaveLength(4);
    expect(new Set(arrived.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('is sent again when an earlier attempt is still running', async () => {
    const busy = problem(409, 'idempotency-in-progress', { 'retry-after': '0' });
    const { baseUrl, arrived } = await startAnswering(busy, json(200, MINI_PROGRAM));
    await client(baseUrl).suspend('com.acme.orders');
    expect(arrived).toHaveLength(2);
  });

  it('is given up after four attempts, with the last error', async () => {
    const { baseUrl, arrived } = await startAnswering(
      problem(503, 'unavailable', { 'retry-after': '0', 'x-request-id': 'request-1' }),
    );
    const error = await failureOf(client(baseUrl).revokeToken('x'));
    expect(arrived).toHaveLength(4);
    expect(error).toMatchObject({
      code: 'unavailable',
      status: 503,
      detail: 'unavailable happened.',
      requestId: 'request-1',
      retryAfterSeconds: 0,
      retryable: true,
    });
  });

  it.each([
    ['in seconds', () => '1', 999],
    // A date has no fractions of a second: this one is between one and two seconds away.
    ['as a date', () => new Date(Date.now() + 2000).toUTCString(), 900],
  ])('waits as long as Retry-After says, %s', async (_, retryAfter, leastMs) => {
    const start = performance.now();
    const later = problem(503, 'unavailable', { 'retry-after': retryAfter() });
    const { baseUrl, arrived } = await startAnswering(later, json(200, TOKEN));
    await client(baseUrl).revokeToken('x');
    expect(arrived).toHaveLength(2);
    expect(performance.now() - start).toBeGreaterThan(leastMs);
  });

  it('is not held up by a Retry-After that is longer than anybody waits', async () => {
    const later = problem(429, 'rate-limited', { 'retry-after': '60' });
    const { baseUrl, arrived } = await startAnswering(later);
    const error = await failureOf(client(baseUrl).listTokens());
    expect(error).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 60, retryable: true });
    expect(arrived).toHaveLength(1);
  });

  it('is not sent again when it would be refused again', async () => {
    const { baseUrl, arrived } = await startAnswering(problem(422, 'invalid-body'));
    const error = await failureOf(client(baseUrl).suspend('com.acme.orders'));
    expect(error).toMatchObject({ code: 'invalid-body', status: 422, retryable: false });
    expect(arrived).toHaveLength(1);
  });

  it('is a network error when nobody is there', async () => {
    const { baseUrl, stop } = await startAnswering(silence);
    await stop();
    const error = await failureOf(client(baseUrl).listTokens());
    expect(error).toMatchObject({ code: 'network', status: undefined, retryable: true });
    expect(error.message).toMatch(/^GET \/v1\/admin\/tokens got no whole answer .* running/);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('is a network error when the answer breaks off, and is asked again', async () => {
    const { baseUrl, arrived } = await startAnswering(
      (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{');
        setTimeout(() => response.destroy(), 10);
      },
      json(200, { items: [] }),
    );
    expect(await client(baseUrl).listTokens()).toEqual({ items: [] });
    expect(arrived).toHaveLength(2);
  });

  it('is a time-out when nothing is said, in the time of the client or of the call', async () => {
    const { baseUrl, arrived } = await startAnswering(silence);
    const patient = client(baseUrl, { timeoutMs: 150 });
    const error = await failureOf(patient.listTokens());
    expect(error).toMatchObject({ code: 'timeout', status: undefined, retryable: true });
    expect(error.message).toContain('GET /v1/admin/tokens took longer than 150 ms.');
    expect((await failureOf(patient.listTokens({}, { timeoutMs: 50 }))).message).toContain('50 ms');
    // Neither is asked again. Where the machine is slow, the time may be over before a request is there.
    expect(arrived.length).toBeLessThanOrEqual(2);
  });

  it('is a time-out when the answer stops in the middle', async () => {
    const { baseUrl } = await startAnswering((response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{');
    });
    const error = await failureOf(client(baseUrl, { timeoutMs: 150 }).listTokens());
    expect(error.code).toBe('timeout');
  });

  it('is not sent again when the pause before it would outlast its time', async () => {
    const later = problem(503, 'unavailable', { 'retry-after': '10' });
    const { baseUrl, arrived } = await startAnswering(later);
    const start = performance.now();
    const error = await failureOf(client(baseUrl, { timeoutMs: 9000 }).listTokens());
    expect(error.code).toBe('unavailable');
    expect(performance.now() - start).toBeLessThan(8000);
    expect(arrived).toHaveLength(1);
  });

  it('ends with the reason of the caller who has given up, before, meanwhile and in a pause', async () => {
    const reason = new Error('The user closed the page');
    const { baseUrl } = await startAnswering(silence);
    const given = AbortSignal.abort(reason);
    await expect(client(baseUrl).listTokens({}, { signal: given })).rejects.toBe(reason);

    const later = startAnswering(problem(503, 'unavailable', { 'retry-after': '20' }));
    for (const url of [baseUrl, (await later).baseUrl]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 100);
      const call = client(url).listTokens({}, { signal: controller.signal });
      await expect(call).rejects.toBe(reason);
    }
  });
});
