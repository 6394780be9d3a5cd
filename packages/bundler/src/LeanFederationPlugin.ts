import type { Compiler } from '@rspack/core';

/** CommonJS files of federation's runtime, which cannot be tree-shaken. */
const WHOLE = /([\\/]@module-federation[\\/](?:webpack-bundler-)?runtime[\\/]dist[\\/]index)\.cjs$/;

const NAME = 'LeanFederationPlugin';

/**
 * Removes the parts of federation's runtime that a container does not use: more than half of it is for servers and hosts.
 * Every start waits for the container, and it changes with each of its chunks, since it contains their digests.
 */
export class LeanFederationPlugin {
  apply(compiler: Compiler): void {
    const { NormalModuleReplacementPlugin } = compiler.rspack;
    new NormalModuleReplacementPlugin(WHOLE, (resource) => {
      resource.request = lean(resource.request);
    }).apply(compiler);
    // Federation has set its aliases by then.
    compiler.hooks.environment.tap(NAME, () => {
      const { resolve } = compiler.options;
      if (!resolve.alias) return;
      const entries = Object.entries(resolve.alias).map(([name, target]) => [
        name,
        typeof target === 'string' ? lean(target) : target,
      ]);
      resolve.alias = Object.fromEntries(entries) as typeof resolve.alias;
    });
  }
}

function lean(path: string): string {
  return path.replace(WHOLE, '$1.js');
}
