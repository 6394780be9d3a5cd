/**
 * Sends the same bytes on many sockets. For each that did not take all of them, `unsent` gets two numbers: its index, and
 * how many bytes it took or, below zero, an error. Gives how many numbers these are.
 */
export type SendToAll = (
  descriptors: Int32Array,
  count: number,
  bytes: Uint8Array,
  unsent: Int32Array,
) => number;
