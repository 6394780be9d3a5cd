import { createMemoryStore } from '@host/host-runtime/memory';
import { expect, it } from 'vitest';

import { createSend } from '../common/askServer.ts';
import { findGateway } from './findGateway.ts';

const PAGE = 'http://127.0.0.1:8080';
const answering = (config: object) =>
  createSend(PAGE, async () => Response.json({ cdnUrl: '', version: '1', ...config }));
const offline = createSend(PAGE, async () => {
  throw new TypeError('Failed to fetch');
});

it('a server that is its own gateway is reached where the page comes from', async () => {
  const send = answering({
    baseUrl: 'http://localhost:8080',
    pushGatewayUrl: 'http://localhost:8080',
  });
  expect(await findGateway(send, PAGE, createMemoryStore())).toBe(PAGE);
});

it('a gateway elsewhere is where the server says, also the next time without a network', async () => {
  const pushGatewayUrl = 'https://push.example';
  const store = createMemoryStore();
  const send = answering({ baseUrl: 'https://host.example', pushGatewayUrl });
  expect(await findGateway(send, PAGE, store)).toBe(pushGatewayUrl);
  expect(await findGateway(offline, PAGE, store)).toBe(pushGatewayUrl);
});

it('without a network and never asked, the server itself is tried', async () => {
  expect(await findGateway(offline, PAGE, createMemoryStore())).toBe(PAGE);
});
