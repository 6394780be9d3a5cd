import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Configuration, rspack } from '@rspack/core';

import type { BuildPlan } from './BuildPlan.types.ts';
import { CacheVersionPlugin } from './cache/CacheVersionPlugin.ts';
import { HostedEntryPlugin } from './HostedEntryPlugin.ts';
import { StableManifestPlugin } from './StableManifestPlugin.ts';

const require = createRequire(import.meta.url);

const ASYNC_STORAGE = '@react-native-async-storage/async-storage';

/** The path of a file that is part of the bundler. */
export function ownEntry(name: string): string {
  return fileURLToPath(new URL(`../entries/${name}`, import.meta.url));
}

/** The configuration that the builds for all platforms share. */
export function commonConfig(plan: BuildPlan) {
  const { project, platform, mode, standalone } = plan;
  return {
    name: platform,
    mode,
    context: project.root,
    devtool: false,
    cache: {
      type: 'persistent',
      // Includes the folder: otherwise the cache of a copy of the project elsewhere would be used.
      version: [platform, mode, standalone, project.name, project.root].join(' '),
      storage: { type: 'filesystem', directory: join(project.root, 'node_modules/.cache/miniapp') },
    },
    // By content: package managers, patches and checkouts set arbitrary timestamps.
    snapshot: {
      managedPaths: [],
      module: { hash: true },
      contextModule: { hash: true },
      resolve: { hash: true },
    },
    output: {
      clean: true,
      path: join(project.root, 'build', platform),
      filename: 'index.bundle',
      // Independent of the version, so that an unchanged file is the same file in the next version. Hosts separate versions that
      // are open at the same time.
      uniqueName: project.name,
      chunkLoadingGlobal: `chunks_${project.name}`,
    },
    optimization: {
      // A standalone mini-app includes libraries outside of its folder, whose chunk names would be their paths.
      chunkIds: standalone ? 'deterministic' : 'named',
      moduleIds: 'deterministic',
      minimize: mode === 'production',
      // Re.Pack's own minimizer leaves the container as it is.
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          test: /\.(bundle|js)$/,
          extractComments: false,
          minimizerOptions: { format: { comments: false } },
        }),
      ],
    },
    plugins: [
      new CacheVersionPlugin(
        project.root,
        fileURLToPath(new URL('../package.json', import.meta.url)),
      ),
      new rspack.DefinePlugin({
        __MINIAPP_NAME__: JSON.stringify(project.name),
        __MINIAPP_MANIFEST__: JSON.stringify({
          appId: project.manifest.appId,
          permissions: project.manifest.permissions,
        }),
        __DEV__: JSON.stringify(mode === 'development'),
      }),
      // By default it would skip everything that ends in .bundle.
      new rspack.SourceMapDevToolPlugin({
        test: /\.(bundle|js)$/,
        filename: '[file].map',
        // Archives contain no source maps, so nothing in them may refer to them.
        ...(mode === 'production' && { append: false as const }),
        // Absolute paths would make the build depend on the folder it is in.
        moduleFilenameTemplate: '[resource-path]',
      }),
      ...(standalone ? [] : [new HostedEntryPlugin(project.name)]),
      new StableManifestPlugin(platform),
      // An optional dependency of React Navigation.
      new rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
    ],
  } satisfies Configuration;
}

/**
 * Aliases for modules that a strict package manager hides: helpers of the transforms belong to the bundler, the SDK that
 * its entries import to the project.
 */
export function commonAliases({ project, shared }: BuildPlan): Record<string, string> {
  const ofProject = createRequire(join(project.root, 'package.json'));
  const fixtures = join(project.root, 'fixtures.json');
  return {
    '@miniapp/App$': project.entry,
    '@miniapp/fixtures$': existsSync(fixtures) ? fixtures : ownEntry('noFixtures.json'),
    // Unless the configuration lists a host that shares its own.
    ...(!(ASYNC_STORAGE in shared) && { [`${ASYNC_STORAGE}$`]: ownEntry('asyncStorage.js') }),
    '@host/miniapp-sdk$': ofProject.resolve('@host/miniapp-sdk'),
    '@host/miniapp-sdk/host$': ofProject.resolve('@host/miniapp-sdk/host'),
    '@babel/runtime': dirname(require.resolve('@babel/runtime/package.json')),
    '@swc/helpers': dirname(require.resolve('@swc/helpers/package.json')),
  };
}

/** The options of the federation plugin on every platform. */
export function federationOptions({ project, shared, standalone }: BuildPlan) {
  return {
    name: project.name,
    filename: project.containerFile,
    exposes: { './App': './src/App.tsx' },
    // A deletable global: a host moves it to a scope that only this version sees.
    library: { type: 'global', name: project.name },
    shared,
    dts: false,
    manifest: true,
    // The host provides the federation runtime: a copy of it would be half of a small container.
    ...(!standalone && { experiments: { externalRuntime: true } }),
  };
}
