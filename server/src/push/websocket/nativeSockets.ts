import type { SendToAll } from '../live/fan-out/SendToAll.types.ts';
import { loadNative } from '../loadNative.ts';

declare const receiver: unique symbol;
/** Watches sockets and reads from those that are readable. */
export interface NativeReceiver {
  readonly [receiver]: never;
}

/** How many sockets are reported at once. */
export const MAX_RECEIVED = 256;

/** Native operations on many sockets in one call, bypassing their streams. */
export interface NativeSockets {
  sendToAll: SendToAll;
  /**
   * Undefined if sockets cannot be watched. For each of `count` sockets there are three numbers: its id, the offset of its
   * bytes, and their number, which is 0 at the end of a socket and negative for an error; such sockets are no longer watched.
   */
  openReceiver?: (
    bytes: Uint8Array,
    numbers: Int32Array,
    onReceived: (count: number) => void,
  ) => NativeReceiver;
  /** Watches a socket that nothing else reads from, until it is closed; false if that fails. */
  watch?: (receiver: NativeReceiver, descriptor: number, id: number) => boolean;
  closeReceiver?: (receiver: NativeReceiver) => void;
}

/** Loads the native operations; undefined if there is no native module. */
export function loadNativeSockets(file?: string): NativeSockets | undefined {
  return loadNative('sockets', file) as NativeSockets | undefined;
}
