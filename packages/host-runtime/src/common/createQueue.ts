/** Creates a queue that runs work with the same key one after the other, in order. */
export function createQueue() {
  const last = new Map<string, Promise<unknown>>();
  return function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    // A failure is passed to the caller, and does not affect the next one.
    last.set(
      key,
      result.catch(() => {}),
    );
    return result;
  };
}
