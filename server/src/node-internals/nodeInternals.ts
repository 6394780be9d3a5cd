import { executionAsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

// All that the server uses of Node without Node promising it. `missingInternals` looks at the start whether it is there.

interface Handle {
  fd?: number;
  reading?: boolean;
  readStart?(): void;
  readStop?(): void;
}

function handleOf(socket: Socket): Handle | undefined {
  const { encrypted, _handle: handle } = socket as { encrypted?: boolean; _handle?: Handle };
  // What is encrypted has to go through its stream.
  return encrypted ? undefined : handle;
}

/** The number that the system knows a socket by, the same until it is destroyed; below zero where it has none of its own. */
export function descriptorOf(socket: Socket): number {
  return handleOf(socket)?.fd ?? -1;
}

/** Whether a stream can be kept from reading its socket. */
export function canStopReading(socket: Socket): boolean {
  const handle = handleOf(socket);
  return typeof handle?.readStop === 'function' && typeof handle.readStart === 'function';
}

/** Keeps a stream from reading its socket. Returns what it read already; undefined where it cannot be kept from it. */
export function stopReading(socket: Socket): Buffer | undefined {
  if (!canStopReading(socket)) return undefined;
  const handle = handleOf(socket)!;
  const read: Buffer[] = [];
  for (let chunk = socket.read() as Buffer | null; chunk; chunk = socket.read() as Buffer | null) {
    read.push(chunk);
  }
  handle.reading = false;
  handle.readStop!();
  return Buffer.concat(read);
}

/** Lets a stream read its socket again. */
export function goOnReading(socket: Socket): void {
  const handle = handleOf(socket);
  if (!handle || socket.destroyed) return;
  handle.reading = true;
  handle.readStart!();
  socket.resume();
}

/** The answer that is being written to a connection; the next one follows it before it says that it is closed. */
export function answerBeingWritten(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
}

/** The connection that Node reads requests from at this moment, where it does. */
export function connectionBeingRead(): Socket | undefined {
  const { socket } = executionAsyncResource() as { socket?: unknown };
  return socket instanceof Socket ? socket : undefined;
}
