import type { Socket } from 'node:net';

import { readLiveClientMessage } from '@host/contracts';

import type { StrayErrors } from '../../errors/stray/StrayErrors.ts';
import type { Connection } from '../live/connection/Connection.ts';
import { CLOSE } from '../live/batches/frames.ts';
import type { Hub } from '../live/Hub.ts';
import { FrameError, FrameReader, type Received } from './FrameReader.ts';
import type { Receiver } from './Receiver.ts';
import type { SocketWire } from './SocketWire.ts';

/** The dependencies that the sockets of all devices share. */
export interface SocketListening {
  hub: Hub;
  /** Reads from the sockets instead of their streams, if available. */
  receiver?: Receiver | undefined;
  strays: StrayErrors;
}

interface OpenSocket {
  socket: Socket;
  /** Bytes that arrived together with the handshake. */
  head: Buffer;
  wire: SocketWire;
  connection: Connection;
}

/** Handles what a device sends until its connection ends. */
export function listenToSocket(
  { socket, head, wire, connection }: OpenSocket,
  { hub, receiver, strays }: SocketListening,
): void {
  const reader = new FrameReader();
  const take = (received: Received) => heed(received, hub, wire, connection);
  // An error in our code ends this connection only: other sockets that were read in the same call are not affected.
  const read = (bytes: Buffer, from = 0, to = bytes.length) => {
    try {
      try {
        reader.read(bytes, take, from, to);
      } catch (error) {
        if (!(error instanceof FrameError)) throw error;
        hub.disconnect(connection, error.code, error.message);
      }
    } catch (error) {
      strays.note(error, 'websocket');
      socket.destroy();
    }
  };
  socket.on('drain', () => {
    wire.drained();
    hub.resume(connection);
  });
  socket.on('end', () => socket.end());
  socket.on('close', () => hub.disconnect(connection));
  if (head.length > 0) read(head);
  if (!receiver?.watch(socket, read)) socket.on('data', (bytes: Buffer) => read(bytes));
}

function heed(received: Received, hub: Hub, wire: SocketWire, connection: Connection): void {
  // After our close frame, nothing more is sent, and what the client sends is ignored.
  if (!connection.isOpen) return undefined;
  // Only complete messages count as activity: a client that sends a byte a minute counts as silent.
  connection.markActive(performance.now());
  switch (received.kind) {
    case 'ping':
      return wire.pong(received.payload);
    case 'pong':
      return undefined;
    case 'close':
      return hub.disconnect(connection, received.code ?? 1000, '');
    case 'text': {
      const message = readLiveClientMessage(received.text);
      if (!message) return hub.disconnect(connection, CLOSE.protocolError, 'not a message');
      if (message.type === 'ack') {
        const { cursor, id, held } = message;
        if (id !== undefined && held !== undefined) {
          hub.reportedOn(connection, { messageId: Number(id), held });
        }
        return hub.acknowledge(connection, cursor);
      }
      return hub.reportedOn(connection, { messageId: Number(message.id) });
    }
  }
}
