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

/** Where the files of the web app are. */
const PUBLIC_PATH = '/app/';
const MINIMIZED = {
  minimizer: [
    new rspack.SwcJsMinimizerRspackPlugin({
      extractComments: false,
      minimizerOptions: { format: { comments: false } },
    }),
  ],
};

/** The host in a browser, on react-native-web. */
export function webConfig({ mode, path, cache, frameScript }) {
  return {
    ...forPages({ mode, path, cache }),
    name: 'web',
    // The small one first: it asks for the catalog while the other is on its way.
    entry: { early: './src/early/index.web.ts', host: './src/index.web.tsx' },
    optimization: {
      ...MINIMIZED,
      // Libraries change less often than the host: what a browser has of them stays.
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
 * Puts the scripts behind the outline of the first screen, the early one first, and has that one run there: deferred like the
 * others, it would run right before them, and nothing could be painted in between.
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
        // They are asked for in this order, and the others are large.
        data.bodyTags = [...data.bodyTags, early, ...others];
        return data;
      });
    });
  }
}

/**
 * What runs in the frames of mini-apps that are not trusted. One file: the host hands it over, since a frame without an
 * origin has no cache.
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
      // Integrity values are checked on scripts that are asked for with CORS only.
      crossOriginLoading: 'anonymous',
    },
    optimization: MINIMIZED,
  };
}

function pagePlugins(mode) {
  return [
    new rspack.DefinePlugin(definitions({ mode, platform: 'web' })),
    // React Navigation tries to load it and goes on without.
    new rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
  ];
}

/** The service worker; it is told which files make up the page. */
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

/** The page of frames as a module for Node: the host runtime makes it, whose sources are TypeScript. */
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
