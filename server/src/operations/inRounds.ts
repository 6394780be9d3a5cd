const MAX_AT_ONCE = 500;

/** Deletes until nothing is left to delete, little by little: others write, too. */
export async function inRounds(deleteSome: (most: number) => Promise<number>): Promise<void> {
  while ((await deleteSome(MAX_AT_ONCE)) === MAX_AT_ONCE);
}
