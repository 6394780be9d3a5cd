import type { Compiler } from '@rspack/core';

const NAME = 'ChunksByAddressPlugin';

/**
 * Makes a container wait only for script elements with its own URLs. By default it also waits for one that another
 * container of the same name created for a chunk of the same name: if two versions load such a chunk at the same time, only
 * one of them would get it.
 */
export class ChunksByAddressPlugin {
  apply(compiler: Compiler): void {
    const { RuntimeGlobals, RuntimeModule } = compiler.rspack;
    const { loadScript } = RuntimeGlobals;

    class ChunksByAddress extends RuntimeModule {
      constructor() {
        // After the module that defines it.
        super('chunks by address', RuntimeModule.STAGE_ATTACH);
      }

      override generate(): string {
        return `var load = ${loadScript};\n${loadScript} = (url, done, key, chunkId) => load(url, done, url, chunkId);`;
      }
    }

    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(loadScript).tap(NAME, (chunk) => {
        compilation.addRuntimeModule(chunk, new ChunksByAddress());
      });
    });
  }
}
