import type { Configuration, Stats } from '@rspack/core';

import { BuildError } from './BuildError.ts';
import type { Rspack } from './loadRspack.ts';

/** Runs a build to its end, or throws a BuildError that says what is wrong in which file. */
export async function runCompiler(rspack: Rspack, config: Configuration): Promise<Stats> {
  const compiler = rspack.rspack(config);
  try {
    const stats = await new Promise<Stats>((resolve, reject) => {
      compiler.run((error, result) => (error ? reject(error) : resolve(result!)));
    });
    if (stats.hasErrors()) throw new BuildError(stats);
    return stats;
  } finally {
    await new Promise<void>((resolve) => compiler.close(() => resolve()));
  }
}

/** A plugin that tells how far a build is. */
export function progressPlugin(
  { rspack }: Rspack,
  onProgress: (fraction: number, note: string) => void,
) {
  return new rspack.ProgressPlugin((fraction, note) => onProgress(fraction, note));
}
