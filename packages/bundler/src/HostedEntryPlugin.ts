import type { Compiler } from '@rspack/core';

const NAME = 'HostedEntryPlugin';

/**
 * Writes the `index.bundle` of a hosted mini-app. Hosts load the container, so this file only explains that to whoever
 * reads or runs it. As a real entry it would contain a second copy of the container's runtime.
 */
export class HostedEntryPlugin {
  readonly #code: string;

  constructor(name: string) {
    const message = `${name} was built to be opened by a host, by its container ${name}.container.js. To run it by itself, build it with STANDALONE=true.`;
    this.#code = `/*! ${message} */\nconsole.error(${JSON.stringify(message)});\n`;
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.rspack;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        compilation.emitAsset('index.bundle', new sources.RawSource(this.#code));
      });
    });
  }
}
