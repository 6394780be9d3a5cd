import { shareWrites } from '../shareWrites.ts';

/** Resolves to what a change gives, once it is on disk. */
type RunChange = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

/**
 * Makes changes one after the other and writes them together: while one write is under way, the changes that are asked for
 * wait for the next. Three hundred that arrive at once are a few writes. `commit` writes what the changes before have noted;
 * `undo` takes them back when that fails.
 */
export function createCommitQueue(commit: () => Promise<void>, undo: () => void): RunChange {
  const waiting: (() => Promise<void>)[] = [];
  const writeTogether = shareWrites(async () => {
    try {
      for (const change of waiting.splice(0)) await change();
      await commit();
    } catch (error) {
      undo();
      throw error;
    }
  });
  return async <Result>(work: () => Result | Promise<Result>) => {
    let result: Result;
    waiting.push(async () => void (result = await work()));
    await writeTogether();
    return result!;
  };
}
