import type { Compiler } from '@rspack/core';

const NAME = 'StableManifestPlugin';
const MANIFEST = 'mf-manifest.json';
const STATS = 'mf-stats.json';

/**
 * Makes the federation manifest the same for the same files: federation lists shared modules in the order in which it came
 * across them, which differs from run to run, and writes down the version in package.json, which nobody asks for. Its
 * statistics are for nobody who opens a mini-app, so they are dropped.
 */
export class StableManifestPlugin {
  apply(compiler: Compiler): void {
    const { sources } = compiler.rspack;
    compiler.hooks.emit.tap(NAME, (compilation) => {
      if (compilation.getAsset(STATS)) compilation.deleteAsset(STATS);
      const asset = compilation.getAsset(MANIFEST);
      if (!asset) return;
      const manifest = JSON.parse(asset.source.source().toString()) as {
        metaData: { buildInfo: object };
        shared: { name: string }[];
      };
      const buildInfo = { ...manifest.metaData.buildInfo, buildVersion: '' };
      const metaData = { ...manifest.metaData, buildInfo };
      const shared = manifest.shared.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const text = `${JSON.stringify({ ...manifest, metaData, shared }, null, 2)}\n`;
      compilation.updateAsset(MANIFEST, new sources.RawSource(text));
    });
  }
}
