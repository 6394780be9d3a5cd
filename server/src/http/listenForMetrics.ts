import { type Server, createServer } from 'node:http';

import type { Registry } from 'prom-client';

import { coalesce } from './coalesce.ts';

/** Serves metrics on a separate port, for a network where everybody who can connect may read them. */
export async function listenForMetrics(
  registry: Registry,
  { port, host }: { port: number; host: string },
): Promise<Server> {
  const figures = coalesce(() => registry.metrics());
  const server = createServer(({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end();
    figures().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
    return undefined;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, host }, resolve);
  });
  return server;
}
