/** Shares writes of the same thing: who asks while one is under way waits, with all others, for the next. */
export function shareWrites(write: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= last = last
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return write();
      });
    return next;
  };
}
