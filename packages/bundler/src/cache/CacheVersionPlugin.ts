import { createHash } from 'node:crypto';
import { join } from 'node:path';

import type { Compiler } from '@rspack/core';

import { configurationFiles } from './configurationFiles.ts';
import { describeValue } from './describeValue.ts';
import { environmentOf } from './environmentOf.ts';
import { installedVersions } from './installedVersions.ts';

/** Options that do not affect the output, and differ between calls. */
const NO_PART_OF_IT = new Set(['cache', 'infrastructureLogging', 'stats', 'watch', 'watchOptions']);

/**
 * Ties the cache to the configuration that it was made with. Rspack notices changed sources by itself, but not changes of
 * the configuration, of files that it imports, or of the environment, and would reuse modules that an older alias resolved
 * to. It has to be the first plugin, so that it sees the others' options before they are applied.
 */
export class CacheVersionPlugin {
  readonly #root: string;
  readonly #bundlerPackage: string;

  /** `bundlerPackage` is the package.json of the bundler, whose dependencies transform the sources. */
  constructor(root: string, bundlerPackage: string) {
    this.#root = root;
    this.#bundlerPackage = bundlerPackage;
  }

  apply({ options }: Compiler): void {
    const { cache } = options;
    if (!cache || typeof cache !== 'object' || cache.type !== 'persistent') return;
    const files = configurationFiles(this.#root);
    const configuration = Object.entries(options).filter(([key]) => !NO_PART_OF_IT.has(key));
    const parts = [
      cache.version,
      describeValue(Object.fromEntries(configuration)),
      describeValue(files),
      describeValue(environmentOf(files.values())),
      installedVersions(join(this.#root, 'package.json')),
      installedVersions(this.#bundlerPackage),
      process.version,
    ];
    const hash = createHash('sha256');
    for (const part of parts) hash.update(`${part?.length ?? 0} ${part ?? ''}\n`);
    cache.version = hash.digest('hex');
  }
}
