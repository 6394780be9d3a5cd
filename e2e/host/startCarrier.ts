import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import type { HostAnswer } from '@host/headless-host';

/** A recording reverse proxy between a host and the platform. */
export interface Carrier {
  baseUrl: string;
  /** The requested paths. */
  paths: string[];
  /** The responses, by method and path without the query. */
  answers: Record<string, HostAnswer>;
  stop(): Promise<void>;
}

/** Starts the proxy; `change` may replace the bytes of a response. */
export async function startCarrier(
  target: string,
  change: (path: string, bytes: Buffer) => Buffer = (_path, bytes) => bytes,
): Promise<Carrier> {
  const paths: string[] = [];
  const answers: Carrier['answers'] = {};
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    paths.push(path);
    const carry = async () => {
      const body = await buffer(request);
      const answer = await fetch(`${target}${path}`, {
        method,
        headers: headersOf(request.headers),
        ...(body.length > 0 && { body }),
      });
      const bytes = change(path, Buffer.from(await answer.arrayBuffer()));
      const type = answer.headers.get('content-type');
      const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
      answers[`${method} ${path.replace(/\?.*/, '')}`] = {
        status: answer.status,
        headers,
        body: bytes.toString('base64'),
      };
      response.writeHead(answer.status, headers).end(bytes);
    };
    carry().catch((error: Error) => response.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    answers,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The end-to-end headers of a request, without hop-by-hop ones. */
function headersOf(headers: NodeJS.Dict<string | string[]>): [string, string][] {
  return ['accept', 'authorization', 'content-type', 'idempotency-key'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
}
