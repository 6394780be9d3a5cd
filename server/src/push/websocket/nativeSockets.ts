import type { SendToAll } from '../live/fan-out/SendToAll.types.ts';
import { loadNative } from '../loadNative.ts';

declare const receiver: unique symbol;
/** What watches sockets and reads from those where something arrived. */
export interface NativeReceiver {
  readonly [receiver]: never;
}

/** How many sockets are told of at once, at most. */
export const MAX_RECEIVED = 256;

/** What the server does with many sockets at once in C, past their streams. */
export interface NativeSockets {
  sendToAll: SendToAll;
  /**
   * Where sockets can be watched. For each of `count` sockets there are three numbers then: its id, where its bytes begin,
   * and how many they are; 0 at the end of a socket, and below zero an error: these are not watched any longer.
   */
  openReceiver?: (
    bytes: Uint8Array,
    numbers: Int32Array,
    onReceived: (count: number) => void,
  ) => NativeReceiver;
  /** Watches a socket from which nobody else reads, until it is closed; false where that cannot be. */
  watch?: (receiver: NativeReceiver, descriptor: number, id: number) => boolean;
  closeReceiver?: (receiver: NativeReceiver) => void;
}

/** Undefined where there is nothing of it in C. */
export function loadNativeSockets(file?: string): NativeSockets | undefined {
  return loadNative('sockets', file) as NativeSockets | undefined;
}
