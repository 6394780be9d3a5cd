import { createSerialQueue } from './createSerialQueue.ts';

/** Coalesces writes of the same data: calls during a write share the next one. */
export function shareWrites(write: () => Promise<void>): () => Promise<void> {
  const inTurn = createSerialQueue();
  let next: Promise<void> | undefined;
  return () =>
    (next ??= inTurn(() => {
      next = undefined;
      return write();
    }));
}
