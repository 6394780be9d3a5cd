import { type ExchangeFetch, createExchange } from '@host/api-client/exchange';
import { expect, it } from 'vitest';

import { findGateway } from './findGateway.ts';

const PAGE = 'https://shop.example';
const CONFIG = { baseUrl: 'https://host.example', pushGatewayUrl: 'https://push.example' };

const findWith = (fetch: ExchangeFetch) =>
  findGateway(createExchange({ baseUrl: PAGE, fetch, timeoutMs: 20 }), PAGE);

const answering =
  (status: number, body: unknown): ExchangeFetch =>
  async () => ({ ok: status < 400, status, text: async () => JSON.stringify(body) });

it('the gateway is the one that the server names', async () => {
  expect(await findWith(answering(200, CONFIG))).toBe('https://push.example');
});

it('a server that is its own gateway is reached where the page is from', async () => {
  const own = { ...CONFIG, pushGatewayUrl: CONFIG.baseUrl };
  expect(await findWith(answering(200, own))).toBe(PAGE);
});

it.each<[string, ExchangeFetch]>([
  ['refuses', answering(503, CONFIG)],
  ['answers with something else', answering(200, 'hello')],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'never answers',
    (_, { signal }) => new Promise((__, end) => signal.addEventListener('abort', end)),
  ],
])('a server that %s is asked for push all the same', async (_, fetch) => {
  expect(await findWith(fetch)).toBe(PAGE);
});
