import type { Platform } from '@host/contracts';
import type { Compiler } from '@rspack/core';

const NAME = 'StableManifestPlugin';
const MANIFEST = 'mf-manifest.json';
const STATS = 'mf-stats.json';
const NO_FILES = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

interface Listed {
  name: string;
}

/**
 * Makes the federation manifest deterministic: federation lists shared modules in the order in which it finds them, which
 * differs between runs, and includes the version of package.json, which nobody needs. Its statistics are not needed to open
 * a mini-app, so they are dropped.
 *
 * One manifest is published for ios and android, whose file names differ as soon as a library has code for one of them. So
 * theirs lists no file but the container, which knows the rest.
 */
export class StableManifestPlugin {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  apply(compiler: Compiler): void {
    const { sources } = compiler.rspack;
    compiler.hooks.emit.tap(NAME, (compilation) => {
      if (compilation.getAsset(STATS)) compilation.deleteAsset(STATS);
      const asset = compilation.getAsset(MANIFEST);
      if (!asset) return;
      const manifest = JSON.parse(asset.source.source().toString()) as {
        metaData: { buildInfo: object };
        shared: Listed[];
        exposes: Listed[];
      };
      const buildInfo = { ...manifest.metaData.buildInfo, buildVersion: '' };
      const metaData = { ...manifest.metaData, buildInfo };
      const sorted = manifest.shared.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const listed = (all: readonly Listed[]) =>
        this.#platform === 'web' ? all : all.map((one) => ({ ...one, assets: NO_FILES }));
      const [shared, exposes] = [listed(sorted), listed(manifest.exposes)];
      const text = `${JSON.stringify({ ...manifest, metaData, shared, exposes }, null, 2)}\n`;
      compilation.updateAsset(MANIFEST, new sources.RawSource(text));
    });
  }
}
