import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Compiler } from '@rspack/core';

import type { BuildPlan } from './BuildPlan.types.ts';

/**
 * Notes what a build takes from its host besides what every host shares, for `miniapp check`: `host` of the configuration
 * names it.
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
