const MAX_AT_ONCE = 500;

/** Deletes in small batches until nothing is left, so that other writers can run in between. */
export async function inRounds(deleteSome: (most: number) => Promise<number>): Promise<void> {
  while ((await deleteSome(MAX_AT_ONCE)) === MAX_AT_ONCE);
}
