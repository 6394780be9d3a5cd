import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { rspack } from '@rspack/core';

import { browserRules } from '../../../scripts/build/browserRules.mjs';
import { definitions } from './definitions.mjs';

const FOLDER = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const rules = browserRules({
  folder: FOLDER,
  targets: 'chrome >= 100, safari >= 15.4, firefox >= 100',
  assets: 'asset',
});

const common = {
  context: FOLDER,
  devtool: false,
  performance: { hints: false },
  infrastructureLogging: { level: 'none' },
  module: rules.module,
  resolve: {
    ...rules.resolve,
    alias: {
      ...rules.resolve.alias,
      '@swc/helpers': dirname(require.resolve('@swc/helpers/package.json')),
    },
  },
};

/** Where the web app is served. */
const PUBLIC_PATH = '/app/';
const MINIMIZED = {
  minimizer: [
    new rspack.SwcJsMinimizerRspackPlugin({
      extractComments: false,
      minimizerOptions: { format: { comments: false } },
    }),
  ],
};

/** The configuration of the host for browsers, on react-native-web. */
export function webConfig({ mode, path, cache, frameScript }) {
  return {
    ...forPages({ mode, path, cache }),
    name: 'web',
    // The small one first: it requests the catalog while the other is still loading.
    entry: { early: './src/early/index.web.ts', host: './src/index.web.tsx' },
    optimization: {
      ...MINIMIZED,
      // A chunk of its own for libraries: they change less often than the host, so browsers keep them cached.
      splitChunks: { chunks: (chunk) => chunk.name !== 'early' },
    },
    plugins: [
      ...pagePlugins(mode),
      new rspack.DefinePlugin({ FRAME_SCRIPT_URL: JSON.stringify(PUBLIC_PATH + frameScript) }),
      new rspack.CopyRspackPlugin({
        patterns: [{ from: 'public', globOptions: { ignore: ['**/*.html'] } }],
      }),
      new rspack.HtmlRspackPlugin({
        template: 'public/index.html',
        scriptLoading: 'defer',
        chunks: ['early', 'host'],
        chunksSortMode: 'manual',
      }),
      new EarlyScriptPlugin(),
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
    ],
  };
}

/**
 * Puts the scripts after the skeleton of the first screen. The early one comes first and is not deferred: deferred, it would
 * run right before the others, and nothing could be painted in between.
 */
class EarlyScriptPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap('EarlyScriptPlugin', (compilation) => {
      const hooks = rspack.HtmlRspackPlugin.getCompilationHooks(compilation);
      hooks.alterAssetTagGroups.tapPromise('EarlyScriptPlugin', async (data) => {
        const isEarly = ({ attributes }) => /\/early\./.test(String(attributes?.src));
        const early = data.headTags.find(isEarly);
        if (!early) throw new Error('The page has no early script.');
        delete early.attributes.defer;
        const isScript = ({ tagName }) => tagName === 'script';
        const others = data.headTags.filter((tag) => isScript(tag) && tag !== early);
        data.headTags = data.headTags.filter((tag) => !isScript(tag));
        // Browsers request them in this order, and the others are large.
        data.bodyTags = [...data.bodyTags, early, ...others];
        return data;
      });
    });
  }
}

/**
 * The script that runs in the frames of untrusted mini-apps. One file: the host passes it to each frame, since a frame with
 * an opaque origin has no cache.
 */
export function frameConfig({ mode, path, cache }) {
  return {
    ...forPages({ mode, path, cache }),
    name: 'frame',
    entry: { frame: './src/frame/index.web.ts' },
    plugins: pagePlugins(mode),
  };
}

function forPages({ mode, path, cache }) {
  return {
    ...common,
    mode,
    target: ['web', 'es2022'],
    cache,
    output: {
      path,
      publicPath: PUBLIC_PATH,
      filename: 'assets/[name].[contenthash:10].js',
      chunkFilename: 'assets/[name].[contenthash:10].js',
      uniqueName: 'host_app',
      // Browsers check integrity only on scripts that are requested with CORS.
      crossOriginLoading: 'anonymous',
    },
    optimization: MINIMIZED,
  };
}

function pagePlugins(mode) {
  return [
    new rspack.DefinePlugin(definitions({ mode, platform: 'web' })),
    // An optional dependency: React Navigation tries to load it and works without it.
    new rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
  ];
}

/** The configuration of the service worker, with the list of files to precache. */
export function serviceWorkerConfig({ mode, path, shell }) {
  return {
    ...common,
    name: 'service-worker',
    mode,
    target: ['webworker', 'es2022'],
    entry: { 'service-worker': './src/service-worker/serviceWorker.ts' },
    output: { path, filename: '[name].js' },
    plugins: [new rspack.DefinePlugin({ SHELL: JSON.stringify(shell) })],
  };
}

/** Bundles the module that generates the frame page for Node: it is part of the host runtime, whose sources are TypeScript. */
export function framePageConfig({ path }) {
  return {
    ...common,
    name: 'frame-page',
    mode: 'production',
    target: 'node20',
    entry: { 'frame-page': '@host/host-runtime/frame-page' },
    output: { path, filename: '[name].mjs', module: true, library: { type: 'module' } },
  };
}
