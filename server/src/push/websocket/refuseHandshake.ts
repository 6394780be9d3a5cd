import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { EVERY_ANSWER } from '../../http/headers/securityHeaders.ts';
import { CLOSE_TIMEOUT_MS } from './SocketWire.ts';

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
    ...Object.entries(EVERY_ANSWER).map(([name, value]) => `${name}: ${value}`),
  ];
  // Tells clients of another version which one is supported (RFC 6455, 4.4).
  if (status === 400) head.push('Sec-WebSocket-Version: 13');
  if (status === 401) head.push('WWW-Authenticate: Bearer');
  if (retryAfterSeconds !== undefined) head.push(`Retry-After: ${retryAfterSeconds}`);
  // Waits neither for more data nor for the client to close.
  socket.resume();
  socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
  setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
}
