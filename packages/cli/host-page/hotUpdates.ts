/** What became of a build that was to be taken over. */
interface Update {
  /** What kept it from being taken over. */
  problem?: string;
  /** What its code threw. */
  error?: Error;
}

/** Takes a build over into the running mini-app, with its state. */
export async function takeOver(hash: string): Promise<Update> {
  const { miniappHotUpdates: updates } = globalThis as {
    miniappHotUpdates?: { update(hash: string): Promise<Update> };
  };
  return updates?.update(hash) ?? { problem: 'the mini-app was built without hot updates' };
}
