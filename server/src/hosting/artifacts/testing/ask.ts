import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An answer as it came over the wire: nothing is decoded, redirected or left out. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request whose path is taken as it is: `fetch` would tidy it up, decode the answer and hide headers. */
export function ask(
  origin: string,
  path: string,
  options: { method?: string; headers?: OutgoingHttpHeaders; body?: Buffer | string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      buffer(answer).then(
        (bytes) =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
