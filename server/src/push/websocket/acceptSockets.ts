import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyBaseLogger } from 'fastify';

import { findDeviceOfKey } from '../../devices/deviceRows.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { readClientMessage, readSince } from '../live/clientMessages.ts';
import type { Connection } from '../live/Connection.ts';
import type { Hub } from '../live/Hub.ts';
import { FrameError, FrameReader, type Received } from './FrameReader.ts';
import { CLOSE } from './frames.ts';
import { type Handshake, acceptance, readHandshake, wantsWebSocket } from './handshake.ts';
import { handBack } from './handBack.ts';
import type { Receiver } from './Receiver.ts';
import { CLOSE_PATIENCE_MS, SocketWire } from './SocketWire.ts';

/** Where devices connect. */
export const CONNECT_PATH = '/v1/push/connect';

interface AcceptOptions {
  db: Database;
  hub: Hub;
  /** Reads from the sockets in the place of their streams, where it can. */
  receiver?: Receiver | undefined;
  logger?: FastifyBaseLogger | undefined;
}

/** Accepts the WebSockets of devices on a server that otherwise answers requests. */
export function acceptSockets(server: Server, options: AcceptOptions): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // An upgrade to anything else is an offer that may be ignored (RFC 9110, 7.8): Java's client makes it with every
    // first request.
    if (!wantsWebSocket(request)) return handBack(server, request, socket, head);
    socket.on('error', () => socket.destroy());
    accept(request, socket, head, options).catch((error: unknown) => {
      options.logger?.warn({ err: error }, 'a device could not connect');
      refuse(socket, 503);
    });
  });
}

async function accept(
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  { db, hub, receiver }: AcceptOptions,
): Promise<void> {
  const handshake = readHandshake(request);
  const since = readSince(handshake?.since);
  const status = refusalOf(handshake, since);
  if (status !== undefined) return refuse(socket, status);
  const device = await findDeviceOfKey(db, handshake!.token!);
  if (!device) return refuse(socket, 404);
  if (socket.destroyed) return;

  socket.setNoDelay(true);
  socket.setTimeout(0);
  socket.write(acceptance(handshake!.accept));
  const wire = new SocketWire(socket);
  const connection = await hub.connect(device, wire, since ?? undefined);
  if (socket.destroyed) return hub.disconnect(connection);
  // Whoever could not be taken in was told so.
  if (!connection?.isOpen) return;
  listen(socket, head, { hub, receiver, wire, connection });
}

function refusalOf(handshake: Handshake | undefined, since: number | null | undefined) {
  if (!handshake) return 400;
  if (handshake.path !== CONNECT_PATH) return 404;
  if (!handshake.isOurProtocol || since === null) return 400;
  return handshake.token === undefined ? 401 : undefined;
}

function refuse(socket: Socket, status: number): void {
  if (socket.destroyed) return;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Length: 0',
  ];
  if (status === 503) head.push('Retry-After: 1');
  // What still comes is not waited for, nor one who does not hang up.
  socket.resume();
  socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
  setTimeout(() => socket.destroy(), CLOSE_PATIENCE_MS).unref();
}

function listen(
  socket: Socket,
  head: Buffer,
  {
    hub,
    receiver,
    wire,
    connection,
  }: { wire: SocketWire; connection: Connection } & Pick<AcceptOptions, 'hub' | 'receiver'>,
): void {
  const reader = new FrameReader();
  const read = (bytes: Buffer, from = 0, to = bytes.length) => {
    try {
      for (const received of reader.read(bytes, from, to)) take(received, hub, wire, connection);
    } catch (error) {
      const known = error instanceof FrameError ? error : undefined;
      hub.disconnect(connection, known?.code ?? CLOSE.protocolError, known?.message ?? '');
    }
  };
  socket.on('drain', () => hub.goOn(connection));
  socket.on('end', () => socket.end());
  socket.on('close', () => hub.disconnect(connection));
  if (head.length > 0) read(head);
  if (!receiver?.watch(socket, read)) socket.on('data', (bytes: Buffer) => read(bytes));
}

function take(received: Received, hub: Hub, wire: SocketWire, connection: Connection): void {
  // Only what is whole counts as a sign of life: one who sends a byte a minute is silent.
  connection.lastHeard = performance.now();
  switch (received.kind) {
    case 'ping':
      return wire.pong(received.payload);
    case 'pong':
      return undefined;
    case 'close':
      return hub.disconnect(connection, received.code ?? 1000, '');
    case 'text': {
      const message = readClientMessage(received.text);
      if (!message) return hub.disconnect(connection, CLOSE.protocolError, 'not a message');
      if (message.type === 'ack') return hub.acknowledge(connection, message.cursor);
      hub.opened(connection.deviceId, Number(message.id)).catch(() => undefined);
      return undefined;
    }
  }
}
