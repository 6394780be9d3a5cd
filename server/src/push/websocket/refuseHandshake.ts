import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { CLOSE_PATIENCE_MS } from './SocketWire.ts';

/** Why a handshake is refused. */
export interface Refusal {
  status: number;
  retryAfterSeconds?: number;
}

/** Answers a handshake with an error, and ends the connection. */
export function refuseHandshake(socket: Socket, { status, retryAfterSeconds }: Refusal): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Length: 0',
  ];
  // Whoever speaks another version learns which one is spoken here (RFC 6455, 4.4).
  if (status === 400) head.push('Sec-WebSocket-Version: 13');
  if (status === 401) head.push('WWW-Authenticate: Bearer');
  if (retryAfterSeconds !== undefined) head.push(`Retry-After: ${retryAfterSeconds}`);
  // What still comes is not waited for, nor one who does not hang up.
  socket.resume();
  socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
  setTimeout(() => socket.destroy(), CLOSE_PATIENCE_MS).unref();
}
