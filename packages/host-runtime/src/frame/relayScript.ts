import { createBucket } from './createBucket.ts';
import type { FrameBudget } from './FrameBudget.ts';
import { PORT } from './names.ts';
import { relay } from './relay.ts';

/** The script of the relay's frame: small, since every open mini-app has one. */
export function relayScript(budget: FrameBudget): Uint8Array {
  const port = `globalThis.${PORT}`;
  const parts = [port, JSON.stringify(budget), createBucket.toString(), '() => performance.now()'];
  return new TextEncoder().encode(`(${relay.toString()})(${parts.join(', ')})`);
}
