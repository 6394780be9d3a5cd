import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { SHARED_MODULES } from '@host/contracts/shared-modules';
import { type Configuration, type ExternalItemFunctionData, rspack } from '@rspack/core';

import { ASSET_REGISTRY, assetAliases, assetRule } from './assets.ts';
import type { BuildPlan } from './BuildPlan.types.ts';
import { commonAliases } from './commonConfig.ts';
import { nativeResolve } from './nativeResolve.ts';
import { nativeScriptRule } from './nativeScriptRule.ts';
import { ownAssetRegistry } from './ownAssetRegistry.ts';
import { readProject } from './Project.ts';

/** Modules that every host provides. */
const OF_HOST = /^(?:react|react-native|@react-native)(?:\/|$)/;

/**
 * The configuration for a script with the libraries that a mini-app takes from its host but not every host shares, as
 * installed in the project. The headless host runs it to act as a host that has them. The script calls
 * `headlessModule(name)` for modules that it needs of the host, and `headlessProvide(modules)` with those it provides.
 */
export function hostModulesConfig(options: {
  root: string;
  platform: 'ios' | 'android';
  /** The modules, with the host's versions. */
  modules: Readonly<Record<string, string>>;
  /** Where the script is written. */
  file: string;
}): Configuration {
  const { root, platform, modules, file } = options;
  const project = readProject(root);
  const plan: BuildPlan = {
    project,
    platform,
    standalone: true,
    serve: false,
    hot: false,
    mode: 'production',
    shared: {},
    hostModules: {},
  };
  return {
    name: `host-modules-${platform}`,
    mode: 'production',
    context: root,
    target: ['web', 'es5'],
    devtool: false,
    entry: writeEntry(root, platform, modules),
    output: { path: dirname(file), filename: file.slice(dirname(file).length + 1) },
    resolve: {
      ...nativeResolve(platform),
      extensionAlias: assetAliases(),
      alias: commonAliases(plan),
    },
    module: { rules: [nativeScriptRule(root), assetRule(plan)] },
    externals: [ofHost(Object.keys(modules))],
    performance: { hints: false },
    // The names of native modules that a library requests are searched for in the script.
    optimization: { minimize: false },
    plugins: [
      ownAssetRegistry(),
      new rspack.DefinePlugin({ __DEV__: 'false' }),
      new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  };
}

function writeEntry(
  root: string,
  platform: string,
  modules: Readonly<Record<string, string>>,
): string {
  const entries = Object.entries(modules).map(([name, version]) => {
    const module = `require(${JSON.stringify(name)})`;
    return `${JSON.stringify(name)}: { version: ${JSON.stringify(version)}, module: ${module} }`;
  });
  // Inside the project: that is where the libraries are found.
  const entry = join(root, `node_modules/.cache/miniapp/host-modules/${platform}.entry.js`);
  mkdirSync(dirname(entry), { recursive: true });
  writeFileSync(entry, `headlessProvide({ ${entries.join(', ')} });\n`);
  return entry;
}

/** Maps the modules that every host shares to the host's own copies. */
function ofHost(modules: readonly string[]) {
  return async ({ request = '' }: ExternalItemFunctionData): Promise<string | undefined> => {
    if (modules.includes(request) || ASSET_REGISTRY.test(request)) return undefined;
    const isOfHost = OF_HOST.test(request) || request in SHARED_MODULES;
    return isOfHost ? `var headlessModule(${JSON.stringify(request)})` : undefined;
  };
}
