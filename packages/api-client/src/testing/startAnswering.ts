import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';

/** A request as it arrived. */
export interface Arrived {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/**
 * A local server that gives one response after the other, and repeats the last one; it ends with the test. A response may
 * also break the connection, or never arrive.
 */
export async function startAnswering(
  ...answers: Answer[]
): Promise<{ baseUrl: string; arrived: Arrived[]; stop: () => Promise<void> }> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    void buffer(request)
      .catch(() => Buffer.alloc(0))
      .then((body) => {
        const { method = '', url = '', headers } = request;
        arrived.push({ method, url, headers, body });
        return (answers[arrived.length - 1] ?? answers.at(-1))!(response, request);
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  onTestFinished(stop);
  return { baseUrl: `http://127.0.0.1:${port}`, arrived, stop };
}

/** Answers with JSON. */
export const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

/** Answers with an error of the table. */
export const problem = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Answer =>
  json(status, { type: '', title: '', status, code, detail: `${code} happened.` }, headers);

/** Breaks the connection without an answer. */
export const hangUp: Answer = (response) => void response.destroy();

/** Never answers. */
export const silence: Answer = () => undefined;
