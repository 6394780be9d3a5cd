import type { ExchangeInit, ExchangeRequest } from './Exchange.types.ts';

/** The `fetch` arguments that all requests to the server share. */
export function exchangeInit(request: ExchangeRequest, signal: AbortSignal): ExchangeInit {
  const { method, bearer, headers, json, init } = request;
  return {
    method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    // `JSON.stringify(undefined)` is undefined: no body.
    body: JSON.stringify(json),
    ...init,
    // A redirected POST would arrive as a GET, and a token could go to somebody else.
    redirect: 'error',
    signal,
  };
}
