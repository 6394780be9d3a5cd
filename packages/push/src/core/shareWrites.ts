import { createSerialQueue } from './createSerialQueue.ts';

/** Shares writes of the same thing: who asks while one is under way waits, with all others, for the next. */
export function shareWrites(write: () => Promise<void>): () => Promise<void> {
  const inTurn = createSerialQueue();
  let next: Promise<void> | undefined;
  return () =>
    (next ??= inTurn(() => {
      next = undefined;
      return write();
    }));
}
