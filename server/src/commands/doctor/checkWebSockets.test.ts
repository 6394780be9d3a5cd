import { once } from 'node:events';
import { type Server, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, it } from 'vitest';

import { type PushServer, startPushServer } from '../../push/testing/pushServer.ts';
import { checkWebSockets } from './checkWebSockets.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

const startGateway = async (): Promise<PushServer> => {
  const push = await startPushServer();
  endings.push(() => push.close());
  return push;
};
const listen = async (server: Server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

it('finds a gateway whose handshakes get through', async () => {
  const { url } = await startGateway();
  expect(await checkWebSockets(url)).toMatchObject({ status: 'ok' });
});

it('finds a proxy that leaves out what makes a request a handshake', async () => {
  const { url } = await startGateway();
  const proxy = createServer((asked, answer) => {
    // As proxies do with headers that are for one connection alone.
    const { connection: _, upgrade: __, ...headers } = asked.headers;
    asked.pipe(
      request(`${url}${asked.url}`, { method: asked.method, headers }, (response) => {
        answer.writeHead(response.statusCode!, response.headers);
        response.pipe(answer);
      }),
    );
  });
  const found = await checkWebSockets(await listen(proxy));
  expect(found).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('a handshake is answered 426') as string,
    cure: expect.stringContaining('Upgrade and Connection') as string,
  });
});

it('finds one that ends such connections', async () => {
  const proxy = createServer().on('upgrade', (_, socket) => socket.destroy());
  const found = await checkWebSockets(await listen(proxy));
  expect(found).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('is not answered') as string,
  });
});
