/** What became of a build that was to be taken over. */
interface Update {
  /** What kept it from being taken over. */
  problem?: string;
  /** What its code threw. */
  error?: Error;
}

interface HotUpdates {
  update(hash: string): Promise<Update>;
}

let before: Promise<unknown> = Promise.resolve();

/** Takes a build over into the running mini-app, with its state; one after the other, however fast they come. */
export function takeOver(hash: string): Promise<Update> {
  const { miniappHotUpdates: updates } = globalThis as { miniappHotUpdates?: HotUpdates };
  if (!updates) return Promise.resolve({ problem: 'the mini-app was built without hot updates' });
  const update = before.then(() => updates.update(hash));
  before = update;
  return update;
}
