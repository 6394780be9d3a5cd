interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  bytes(length: number): Buffer;
  oneOf<Each>(list: readonly Each[]): Each;
}

/** Numbers that look random and are the same for the same seed: what failed once can be run again. */
export function randomFrom(seed: number): Random;
