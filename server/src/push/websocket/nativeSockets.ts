import type { SendToAll } from '../live/fan-out/SendToAll.types.ts';
import { loadNative } from '../loadNative.ts';

declare const receiver: unique symbol;
/** Watches sockets and reads from those that are readable. */
export interface NativeReceiver {
  readonly [receiver]: never;
}

/** How many sockets are reported at once. */
export const MAX_RECEIVED = 256;

/** What the server does with many sockets in one call in C, without their streams. */
export interface NativeSockets {
  sendToAll: SendToAll;
  /**
   * Undefined where sockets cannot be watched. For each of `count` sockets there are three numbers: its id, the offset of
   * its bytes, and their number; 0 at the end of a socket, negative for an error: these are not watched any more.
   */
  openReceiver?: (
    bytes: Uint8Array,
    numbers: Int32Array,
    onReceived: (count: number) => void,
  ) => NativeReceiver;
  /** Watches a socket that nothing else reads from, until it is closed; false when it cannot. */
  watch?: (receiver: NativeReceiver, descriptor: number, id: number) => boolean;
  closeReceiver?: (receiver: NativeReceiver) => void;
}

/** Undefined when there is no native code. */
export function loadNativeSockets(file?: string): NativeSockets | undefined {
  return loadNative('sockets', file) as NativeSockets | undefined;
}
