import { describe, expect, it } from 'vitest';

import { createExchange } from './createExchange.ts';
import type { ExchangeInit } from './Exchange.types.ts';
import { NoAnswerError } from './NoAnswerError.ts';
import { path } from './path.ts';
import { whileWanted } from './whileWanted.ts';

const BASE = 'https://host.example/api';

/** A fetch that keeps what it was called with, and answers. */
function answering(answer: () => Promise<Response> | Response) {
  const sent: [url: string, init: ExchangeInit][] = [];
  const fetch = async (url: string, init: ExchangeInit) => {
    sent.push([url, init]);
    return answer();
  };
  return { sent, fetch };
}

/** Never answers, and heeds its signal. */
const silent = (_: string, { signal }: ExchangeInit) =>
  new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Error('aborted'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });

describe('an exchange', () => {
  it('sends to an encoded path below the address, with the token and JSON, and follows no redirect', async () => {
    const { sent, fetch } = answering(() => Response.json({ ok: true }));
    const exchange = createExchange({ baseUrl: `${BASE}//`, fetch });
    const request = { method: 'PUT', path: path`/topics/${'a/b ?'}`, bearer: 'key' } as const;
    expect(await exchange({ ...request, json: { a: 1 } })).toEqual({
      ok: true,
      status: 200,
      text: '{"ok":true}',
    });
    const [[url, init]] = sent as [[string, ExchangeInit]];
    expect(url).toBe(`${BASE}/topics/a%2Fb%20%3F`);
    expect(init).toMatchObject({ method: 'PUT', body: '{"a":1}', redirect: 'error' });
    expect(init.headers).toEqual({
      authorization: 'Bearer key',
      'content-type': 'application/json',
    });
  });

  it.each([null, false, 0, ''])('sends %j as JSON, too', async (json) => {
    const { sent, fetch } = answering(() => new Response(''));
    await createExchange({ baseUrl: BASE, fetch })({ method: 'POST', path: '/a', json });
    expect(sent[0]?.[1].body).toBe(JSON.stringify(json));
  });

  it('says what was refused, as it was answered', async () => {
    const problem = '{"code":"rate-limited"}';
    const { fetch } = answering(() => new Response(problem, { status: 429 }));
    const answer = await createExchange({ baseUrl: BASE, fetch })({ method: 'GET', path: '/a' });
    expect(answer).toEqual({ ok: false, status: 429, text: problem });
  });

  it('that does not reach the server rejects, with why', async () => {
    const cause = new TypeError('fetch failed');
    const { fetch } = answering(() => Promise.reject(cause));
    const exchange = createExchange({ baseUrl: BASE, fetch });
    const failure = await exchange({ method: 'GET', path: '/a' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NoAnswerError);
    expect(failure).toMatchObject({ code: 'network', cause });
  });

  it('ends when its time is up, also while the body is on its way', async () => {
    const exchange = createExchange({ baseUrl: BASE, fetch: silent, timeoutMs: 5 });
    await expect(exchange({ method: 'GET', path: '/a' })).rejects.toMatchObject({
      code: 'timeout',
    });
    const slowBody = async (url: string, init: ExchangeInit) => ({
      ok: true,
      status: 200,
      text: () => silent(url, init),
    });
    const slow = createExchange({ baseUrl: BASE, fetch: slowBody, timeoutMs: 5 });
    await expect(slow({ method: 'GET', path: '/a' })).rejects.toMatchObject({ code: 'timeout' });
  });

  it.each(['before', 'while'])('ends when its caller gives up %s it runs', async (when) => {
    const exchange = createExchange({ baseUrl: BASE, fetch: silent });
    const caller = new AbortController();
    const reason = new Error('not wanted any more');
    if (when === 'before') caller.abort(reason);
    const result = whileWanted(caller.signal, (ending) =>
      exchange({ method: 'GET', path: '/a' }, ending),
    );
    caller.abort(reason);
    await expect(result).rejects.toBe(reason);
  });
});
