import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Compiler } from '@rspack/core';

import type { BuildPlan } from './BuildPlan.types.ts';

/**
 * Records, for `miniapp check`, which modules a build takes from its host that not every host shares: those listed in the
 * configuration's `host`.
 */
export class HostModulesPlugin {
  readonly #file: string;
  readonly #modules: Readonly<Record<string, string>>;

  constructor({ project, platform, hostModules }: BuildPlan) {
    this.#file = join(project.root, `node_modules/.cache/miniapp/host-modules/${platform}.json`);
    this.#modules = hostModules;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tap('HostModulesPlugin', () => {
      mkdirSync(dirname(this.#file), { recursive: true });
      writeFileSync(this.#file, JSON.stringify(this.#modules));
    });
  }
}
