import type { Configuration, Stats } from '@rspack/core';

import { BuildError } from './BuildError.ts';
import type { Rspack } from './loadRspack.ts';

/** Runs a build; throws a BuildError that says what is wrong in which file. */
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

/** A plugin that reports the progress of a build. */
export function progressPlugin(
  { rspack }: Rspack,
  onProgress: (fraction: number, note: string) => void,
) {
  return new rspack.ProgressPlugin((fraction, note) => onProgress(fraction, note));
}
