import type { Compiler } from '@rspack/core';

/** Files of federation's runtime in a form that nothing can be left out of. */
const WHOLE = /([\\/]@module-federation[\\/](?:webpack-bundler-)?runtime[\\/]dist[\\/]index)\.cjs$/;

const NAME = 'LeanFederationPlugin';

/**
 * Leaves out of a container what it does not use of federation's runtime: more than half of it is for servers and for
 * hosts. A container is what every start waits for, and it changes with each of its chunks, whose digests it has.
 */
export class LeanFederationPlugin {
  apply(compiler: Compiler): void {
    const { NormalModuleReplacementPlugin } = compiler.rspack;
    new NormalModuleReplacementPlugin(WHOLE, (resource) => {
      resource.request = lean(resource.request);
    }).apply(compiler);
    // Federation has set them by then.
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
