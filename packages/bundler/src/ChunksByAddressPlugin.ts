import type { Compiler } from '@rspack/core';

const NAME = 'ChunksByAddressPlugin';

/**
 * Lets a container wait only for chunks of its own address. By itself it also waits for a script element that another
 * container of the same name has for a chunk of the same name: a chunk that two versions load at the same moment would
 * come to one of them only.
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
