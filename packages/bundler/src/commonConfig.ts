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

/** A file that the bundler brings along. */
export function ownEntry(name: string): string {
  return fileURLToPath(new URL(`../entries/${name}`, import.meta.url));
}

/** What the builds for all platforms have in common. */
export function commonConfig(plan: BuildPlan) {
  const { project, platform, mode, standalone } = plan;
  return {
    name: platform,
    mode,
    context: project.root,
    devtool: false,
    cache: {
      type: 'persistent',
      // With the folder: what was cached for a copy of the project elsewhere would be taken for this one's.
      version: [platform, mode, standalone, project.name, project.root].join(' '),
      storage: { type: 'filesystem', directory: join(project.root, 'node_modules/.cache/miniapp') },
    },
    // By content: files that a package manager, a patch or a checkout put there have any time, and any version.
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
      // Nothing here depends on the version: a file that did not change is the same file in the next version. Hosts keep
      // the versions apart that they have open at the same time.
      uniqueName: project.name,
      chunkLoadingGlobal: `chunks_${project.name}`,
    },
    optimization: {
      // By itself a mini-app brings libraries that lie outside of its folder, and names of their chunks would be their paths.
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
      // By itself it would leave out everything that ends in .bundle.
      new rspack.SourceMapDevToolPlugin({
        test: /\.(bundle|js)$/,
        filename: '[file].map',
        // An archive holds no maps, so nothing in it may point to them.
        ...(mode === 'production' && { append: false as const }),
        // Absolute paths would make the same source at another place another build.
        moduleFilenameTemplate: '[resource-path]',
      }),
      ...(standalone ? [] : [new HostedEntryPlugin(project.name)]),
      new StableManifestPlugin(platform),
      // React Navigation tries to load it and goes on without.
      new rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
    ],
  } satisfies Configuration;
}

/**
 * Where modules are found that a strict package manager hides: helpers of the transforms belong to the bundler, the SDK
 * that its entries bind is the project's.
 */
export function commonAliases({ project, shared }: BuildPlan): Record<string, string> {
  const ofProject = createRequire(join(project.root, 'package.json'));
  const fixtures = join(project.root, 'fixtures.json');
  return {
    '@miniapp/App$': project.entry,
    '@miniapp/fixtures$': existsSync(fixtures) ? fixtures : ownEntry('noFixtures.json'),
    // A host that shares its own has been named in the configuration.
    ...(!(ASYNC_STORAGE in shared) && { [`${ASYNC_STORAGE}$`]: ownEntry('asyncStorage.js') }),
    '@host/miniapp-sdk$': ofProject.resolve('@host/miniapp-sdk'),
    '@host/miniapp-sdk/host$': ofProject.resolve('@host/miniapp-sdk/host'),
    '@babel/runtime': dirname(require.resolve('@babel/runtime/package.json')),
    '@swc/helpers': dirname(require.resolve('@swc/helpers/package.json')),
  };
}

/** What the federation plugin is told on every platform. */
export function federationOptions({ project, shared, standalone }: BuildPlan) {
  return {
    name: project.name,
    filename: project.containerFile,
    exposes: { './App': './src/App.tsx' },
    // A global that can be deleted again: a host moves it to where only this version is.
    library: { type: 'global', name: project.name },
    shared,
    dts: false,
    manifest: true,
    // The host brings the federation runtime: half of a small container would be a copy of it.
    ...(!standalone && { experiments: { externalRuntime: true } }),
  };
}
