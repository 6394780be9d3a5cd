import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, type RuleSetRule, rspack } from '@rspack/core';

import { ASSET_REGISTRY, assetAliases, assetRule, iconFontRule } from './assets.ts';
import { babelConfigOf } from './babelConfig.ts';
import type { BuildPlan } from './BuildPlan.types.ts';
import { ChunksByAddressPlugin } from './ChunksByAddressPlugin.ts';
import { commonAliases, commonConfig, federationOptions, ownEntry } from './commonConfig.ts';
import { HOT_OPTIMIZATION, HOT_OUTPUT, hotPlugins } from './hotUpdates.ts';
import { LeanFederationPlugin } from './LeanFederationPlugin.ts';
import { NO_MODULES_OF_NODE, NodeModulesPlugin } from './NodeModulesPlugin.ts';
import { SMALL_FILES } from './smallFiles.ts';
import { transform } from './transforms.ts';
import { tsConfigPaths } from './tsConfig.ts';
import { NO_CODE_FOR_BROWSERS, UnsharedImportsPlugin } from './UnsharedImportsPlugin.ts';

const require = createRequire(import.meta.url);
const PACKAGES = /[\\/]node_modules[\\/]/;
const EXTENSIONS = ['tsx', 'ts', 'jsx', 'mjs', 'js', 'json'];

/** The build for a host in a browser, on react-native-web. */
export function webConfig(plan: BuildPlan): Configuration {
  const { project, mode, standalone, hot } = plan;
  const common = commonConfig(plan);
  const isHosted = !standalone && mode === 'production';
  return {
    ...common,
    target: ['web', 'es2022'],
    entry: standalone ? ownEntry('standalone.web.js') : {},
    resolve: {
      extensions: EXTENSIONS.flatMap((name) => [`.web.${name}`]).concat(
        EXTENSIONS.map((name) => `.${name}`),
      ),
      extensionAlias: assetAliases(),
      mainFields: ['browser', 'module', 'main'],
      alias: {
        ...commonAliases(plan),
        ...NO_CODE_FOR_BROWSERS,
        'react-native$': reactNativeWeb('dist/index.js'),
      },
      fallback: NO_MODULES_OF_NODE,
      ...tsConfigPaths(project.root),
    },
    output: {
      ...common.output,
      // Without digests in names: each version has its own folder, and they would also change the container and the manifest.
      chunkFilename: '[name].chunk.js',
      publicPath: 'auto',
      crossOriginLoading: 'anonymous',
      ...(hot && HOT_OUTPUT),
    },
    optimization: {
      ...common.optimization,
      ...(isHosted && { splitChunks: SMALL_FILES }),
      ...(hot && HOT_OPTIMIZATION),
    },
    module: {
      // Compiled file by file, it is unknown whether a re-export is a type, which does not exist in the compiled output.
      parser: { javascript: { reexportExportsPresence: false } },
      rules: [
        { ...swcRule(mode, { refresh: false }), include: PACKAGES },
        { ...swcRule(mode, { refresh: hot }), exclude: PACKAGES },
        ...babelRules(project.root),
        flowRule(),
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
        assetRule(plan),
        iconFontRule(),
      ],
    },
    plugins: [
      ...common.plugins,
      new ModuleFederationPlugin(isHosted ? leanOptions(plan) : federationOptions(plan)),
      ...(isHosted ? [new LeanFederationPlugin()] : []),
      // Libraries that display pictures look up asset ids in it.
      new rspack.NormalModuleReplacementPlugin(
        ASSET_REGISTRY,
        reactNativeWeb('dist/modules/AssetRegistry/index.js'),
      ),
      new ChunksByAddressPlugin(),
      new NodeModulesPlugin(),
      new UnsharedImportsPlugin(plan),
      ...(hot ? hotPlugins(project.root) : []),
      // A host verifies the digest of the container; the container verifies those of its chunks.
      ...(mode === 'production'
        ? [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] })]
        : []),
    ],
  };
}

function leanOptions(plan: BuildPlan) {
  const options = federationOptions(plan);
  // Mini-apps load no remotes, and there is no server-side rendering.
  const optimization = { target: 'web', disableRemote: true } as const;
  return { ...options, experiments: { ...options.experiments, optimization } };
}

function swcRule(mode: BuildPlan['mode'], { refresh }: { refresh: boolean }): RuleSetRule {
  const react = { runtime: 'automatic', development: mode === 'development', refresh };
  return {
    test: /\.[cm]?[jt]sx?$/,
    type: 'javascript/auto',
    loader: 'builtin:swc-loader',
    options: {
      detectSyntax: 'auto',
      jsc: { transform: { react } },
      env: { targets: 'chrome >= 100, safari >= 15.4, firefox >= 100' },
    },
  };
}

/** Strips Flow types before anything else reads the file. */
function flowRule(): RuleSetRule {
  return {
    test: /\.[cm]?jsx?$/,
    include: PACKAGES,
    enforce: 'pre',
    loader: fileURLToPath(new URL('../loaders/flowLoader.mjs', import.meta.url)),
    options: { strip: transform('stripFlow') },
  };
}

function reactNativeWeb(file: string): string {
  return join(dirname(require.resolve('react-native-web/package.json')), file);
}

/** Runs the project's own Babel configuration first, on its own code. */
function babelRules(root: string): RuleSetRule[] {
  const configFile = babelConfigOf(root);
  if (configFile === undefined) return [];
  const rule = (test: RegExp, plugins: string[]): RuleSetRule => ({
    test,
    exclude: PACKAGES,
    enforce: 'pre',
    loader: transform('babelLoader'),
    options: {
      babelrc: false,
      configFile,
      parserOpts: { plugins },
      hermesParserPath: transform('hermesParser'),
    },
  });
  // In a .ts file `<T>x` is a cast, in others it is JSX.
  return [rule(/\.[cm]?ts$/, ['typescript']), rule(/\.([cm]?js|[jt]sx)$/, ['typescript', 'jsx'])];
}
