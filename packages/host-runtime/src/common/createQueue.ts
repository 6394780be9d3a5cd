/** Does work with the same key one after the other, in the order in which it came. */
export function createQueue() {
  const last = new Map<string, Promise<unknown>>();
  return function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    // A failure is for who asked; the next one's turn comes all the same.
    last.set(
      key,
      result.catch(() => {}),
    );
    return result;
  };
}
