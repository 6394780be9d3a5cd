import { executionAsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

// All undocumented internals of Node that the server uses. `missingInternals` checks at startup which of them exist.

interface Handle {
  fd?: number;
  reading?: boolean;
  readStart?(): void;
  readStop?(): void;
}

function handleOf(socket: Socket): Handle | undefined {
  const { encrypted, _handle: handle } = socket as { encrypted?: boolean; _handle?: Handle };
  // Encrypted connections have to use the stream.
  return encrypted ? undefined : handle;
}

/** The file descriptor of a socket, the same until it is destroyed; negative if it has none of its own. */
export function descriptorOf(socket: Socket): number {
  return handleOf(socket)?.fd ?? -1;
}

/** Whether Node can be stopped from reading a socket. */
export function canStopReading(socket: Socket): boolean {
  const handle = handleOf(socket);
  return typeof handle?.readStop === 'function' && typeof handle.readStart === 'function';
}

/** Stops Node from reading a socket. Returns the bytes that are buffered already; undefined if it cannot be stopped. */
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

/** Lets Node read a socket again. */
export function resumeReading(socket: Socket): void {
  const handle = handleOf(socket);
  if (!handle || socket.destroyed) return;
  handle.reading = true;
  handle.readStart!();
  socket.resume();
}

/** The response that is being written to a connection; it changes to the next one before `close` is emitted. */
export function answerBeingWritten(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
}

/** The connection that Node is reading requests from right now, if any. */
export function connectionBeingRead(): Socket | undefined {
  const { socket } = executionAsyncResource() as { socket?: unknown };
  return socket instanceof Socket ? socket : undefined;
}
