import type { Socket } from 'node:net';

/** What a socket of Node hides, and what goes past its stream needs. */
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

/** Keeps a stream from reading its socket. Gives what it read already; undefined where it cannot be kept from it. */
export function stopReading(socket: Socket): Buffer | undefined {
  const handle = handleOf(socket);
  if (!handle?.readStop || !handle.readStart) return undefined;
  const read: Buffer[] = [];
  for (let chunk = socket.read() as Buffer | null; chunk; chunk = socket.read() as Buffer | null) {
    read.push(chunk);
  }
  handle.reading = false;
  handle.readStop();
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
