import { shareWrites } from '../shareWrites.ts';

/** Resolves to the result of a change once it is durable. */
type RunChange = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

/**
 * Applies changes one after the other, with group commits: changes that arrive during a write share the next one, so three
 * hundred concurrent changes are a few writes. `commit` writes the changes since the last call; `undo` reverts them if that
 * fails.
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
