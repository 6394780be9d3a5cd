import { once } from 'node:events';
import { connect } from 'node:net';

import { ADMIN_TOKEN } from '../../../testing/createTestServer.ts';

/** An upload over a socket of its own, piece by piece. */
export interface OpenUpload {
  /** Sends bytes of the body as they are. */
  send(bytes: Buffer | string): void;
  /** The server's answer, as soon as it is complete or the connection is closed. */
  answer(): Promise<{ status: number; head: string; body: string }>;
  /** Resolves when the server has ended the connection. */
  closed(): Promise<void>;
  /** Drops the connection. */
  cutOff(): void;
}

/** Starts an upload by hand, with a Content-Length unless the headers say otherwise. */
export async function openUpload(
  origin: string,
  path: string,
  headers: Record<string, string | number>,
  token = ADMIN_TOKEN,
): Promise<OpenUpload> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => (received += text));
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const lines = Object.entries({ host: 'test', authorization: `Bearer ${token}`, ...headers });
  socket.write(
    `PUT ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );

  return {
    send: (bytes) => void socket.write(bytes),
    async answer() {
      while (wholeAnswer(received) === undefined && !socket.destroyed) {
        await Promise.race([once(socket, 'data').catch(() => undefined), ended]);
      }
      const answer = wholeAnswer(received);
      if (!answer) throw new Error(`The connection ended after ${JSON.stringify(received)}`);
      return answer;
    },
    closed: () => ended,
    cutOff: () => void socket.destroy(),
  };
}

function wholeAnswer(received: string) {
  const [head, body] = received.split('\r\n\r\n');
  const length = Number(/^content-length: *(\d+)/im.exec(head ?? '')?.[1]);
  if (head === undefined || body === undefined || !(body.length >= length)) return undefined;
  return { status: Number(head.split(' ')[1]), head, body };
}
