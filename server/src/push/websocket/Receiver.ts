import type { Socket } from 'node:net';

import { descriptorOf, goOnReading, stopReading } from '../../node-internals/nodeInternals.ts';
import { MAX_RECEIVED, type NativeReceiver, type NativeSockets } from './nativeSockets.ts';

/** As much as is read at once from all sockets together. Acknowledgements have some thirty bytes. */
const ROOM = 64 * 1024;

/** Takes bytes of a socket, which are gone when it returns. */
export type TakeBytes = (bytes: Buffer, from: number, to: number) => void;

interface Watched {
  socket: Socket;
  take: TakeBytes;
}

/** Reads from many sockets at once, past their streams. A stream has its socket back when there is an end to it. */
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

  /** Reads from a socket from now on, until that is closed. Says false where its stream has to do so. */
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
      goOnReading(socket);
    }
    if (before.length > 0) take(before, 0, before.length);
    return isWatched;
  }

  /** Leaves all sockets to their streams. */
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
      // One may have been closed by what another said.
      const watched = this.#watched[numbers[3 * index]!];
      if (!watched || watched.socket.destroyed) continue;
      if (length > 0) watched.take(this.#bytes, from, from + length);
      else if (length === 0) handBack(watched);
      else watched.socket.destroy();
    }
  }
}

/** The stream reads what is still to come. */
function handBack({ socket, take }: Watched): void {
  socket.on('data', (bytes: Buffer) => take(bytes, 0, bytes.length));
  goOnReading(socket);
}

/** What reads from the sockets of devices, where that can be done past their streams. */
export function openReceiver(native: NativeSockets | undefined): Receiver | undefined {
  return native?.openReceiver ? new Receiver(native as Required<NativeSockets>) : undefined;
}
