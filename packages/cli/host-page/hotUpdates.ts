/** The result of a hot update. */
interface Update {
  /** Why it could not be applied. */
  problem?: string;
  /** The error that the new code threw. */
  error?: Error;
}

interface HotUpdates {
  update(hash: string): Promise<Update>;
}

let before: Promise<unknown> = Promise.resolve();

/** Applies a build to the running mini-app, which keeps its state. Updates are applied one after the other. */
export function takeOver(hash: string): Promise<Update> {
  const { miniappHotUpdates: updates } = globalThis as { miniappHotUpdates?: HotUpdates };
  if (!updates) return Promise.resolve({ problem: 'the mini-app was built without hot updates' });
  const update = before.then(() => updates.update(hash));
  before = update;
  return update;
}
