import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

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

/** The loop in C beside the built server; undefined where there is none, or none for this machine. */
export function loadSendToAll(
  file = fileURLToPath(new URL('sendToAll.node', import.meta.url)),
): SendToAll | undefined {
  try {
    const native = createRequire(import.meta.url)(file) as { sendToAll: SendToAll };
    return native.sendToAll;
  } catch {
    return undefined;
  }
}
