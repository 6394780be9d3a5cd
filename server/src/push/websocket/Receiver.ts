import type { Socket } from 'node:net';

import { descriptorOf, resumeReading, stopReading } from '../../node-internals/nodeInternals.ts';
import { MAX_RECEIVED, type NativeReceiver, type NativeSockets } from './nativeSockets.ts';

/** Bytes that are read at once from all sockets together. An acknowledgement takes about thirty. */
const ROOM = 64 * 1024;

/** Receives bytes of a socket. The buffer is overwritten after it returns. */
export type TakeBytes = (bytes: Buffer, from: number, to: number) => void;

interface Watched {
  socket: Socket;
  take: TakeBytes;
}

/**
 * Reads from many sockets in one native call, bypassing their streams. A stream gets its socket back when the connection
 * ends.
 */
export class Receiver {
  readonly #native: Required<NativeSockets>;
  readonly #receiver: NativeReceiver;
  readonly #bytes = Buffer.allocUnsafeSlow(ROOM);
  readonly #numbers = new Int32Array(3 * MAX_RECEIVED);
  readonly #watched: (Watched | undefined)[] = [];
  readonly #free: number[] = [];

  constructor(native: Required<NativeSockets>) {
    this.#native = native;
    this.#receiver = native.openReceiver(this.#bytes, this.#numbers, (count) =>
      this.#onReceived(count),
    );
  }

  /** Reads from a socket until it is closed. False if that is left to its stream. */
  watch(socket: Socket, take: TakeBytes): boolean {
    const descriptor = descriptorOf(socket);
    const before = descriptor < 0 ? undefined : stopReading(socket);
    if (!before) return false;
    const id = this.#free.pop() ?? this.#watched.length;
    const isWatched = this.#native.watch(this.#receiver, descriptor, id);
    if (isWatched) {
      this.#watched[id] = { socket, take };
      socket.once('close', () => this.#forget(id));
    } else {
      this.#free.push(id);
      resumeReading(socket);
    }
    if (before.length > 0) take(before, 0, before.length);
    return isWatched;
  }

  /** Returns all sockets to their streams. */
  close(): void {
    this.#native.closeReceiver(this.#receiver);
    for (const watched of this.#watched.splice(0)) if (watched) handBack(watched);
  }

  #forget(id: number): void {
    this.#watched[id] = undefined;
    this.#free.push(id);
  }

  #onReceived(count: number): void {
    const numbers = this.#numbers;
    for (let index = 0; index < count; index++) {
      const from = numbers[3 * index + 1]!;
      const length = numbers[3 * index + 2]!;
      // A message on another socket may have caused this one to be closed.
      const watched = this.#watched[numbers[3 * index]!];
      if (!watched || watched.socket.destroyed) continue;
      if (length > 0) watched.take(this.#bytes, from, from + length);
      else if (length === 0) handBack(watched);
      else watched.socket.destroy();
    }
  }
}

/** Lets the stream read the rest. */
function handBack({ socket, take }: Watched): void {
  socket.on('data', (bytes: Buffer) => take(bytes, 0, bytes.length));
  resumeReading(socket);
}

/** A receiver for the sockets of devices; undefined when the native code is not available. */
export function openReceiver(native: NativeSockets | undefined): Receiver | undefined {
  return native?.openReceiver ? new Receiver(native as Required<NativeSockets>) : undefined;
}
