/**
 * Sends the same bytes on many sockets. For each socket that did not accept all of them, `unsent` gets two numbers: its
 * index, and how many bytes were sent or, if negative, an error. Returns the count of these numbers.
 */
export type SendToAll = (
  descriptors: Int32Array,
  count: number,
  bytes: Uint8Array,
  unsent: Int32Array,
) => number;
