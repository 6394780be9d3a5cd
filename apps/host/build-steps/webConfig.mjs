import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { rspack } from '@rspack/core';

import { definitions } from './definitions.mjs';
import { oneCopy } from './oneCopy.mjs';

const require = createRequire(import.meta.url);
const FOLDER = join(import.meta.dirname, '..');
const EXTENSIONS = ['tsx', 'ts', 'jsx', 'mjs', 'js', 'json'];

const common = {
  context: FOLDER,
  devtool: false,
  performance: { hints: false },
  infrastructureLogging: { level: 'none' },
  resolve: {
    extensions: [
      ...EXTENSIONS.map((name) => `.web.${name}`),
      ...EXTENSIONS.map((name) => `.${name}`),
    ],
    mainFields: ['browser', 'module', 'main'],
    alias: {
      ...oneCopy([
        'react',
        'react-dom',
        '@react-navigation/native',
        '@react-navigation/native-stack',
      ]),
      'react-native$': join(
        dirname(require.resolve('react-native-web/package.json')),
        'dist/index.js',
      ),
      '@swc/helpers': dirname(require.resolve('@swc/helpers/package.json')),
    },
  },
  module: {
    rules: [
      {
        test: /\.[cm]?[jt]sx?$/,
        type: 'javascript/auto',
        use: {
          loader: 'builtin:swc-loader',
          options: {
            detectSyntax: 'auto',
            jsc: { transform: { react: { runtime: 'automatic' } } },
            env: { targets: 'chrome >= 100, safari >= 15.4, firefox >= 100' },
          },
        },
      },
      { test: /\.m?js$/, resolve: { fullySpecified: false } },
      { test: /\.(png|svg)$/, type: 'asset' },
    ],
  },
};

/** The page: the host in a browser, on react-native-web. */
export function webConfig({ mode, path, cache }) {
  return {
    ...common,
    name: 'web',
    mode,
    target: ['web', 'es2022'],
    // Mini-apps that are not trusted run in a page of their own, inside a frame.
    entry: { host: './src/index.web.tsx', frame: './src/frame/index.web.ts' },
    cache,
    output: {
      path,
      clean: true,
      publicPath: '/app/',
      filename: 'assets/[name].[contenthash:10].js',
      chunkFilename: 'assets/[name].[contenthash:10].js',
      uniqueName: 'host_app',
      // Integrity values are checked on scripts that are asked for with CORS only.
      crossOriginLoading: 'anonymous',
    },
    optimization: {
      // The page and the frame use the same libraries: what one has fetched, the other need not.
      splitChunks: { chunks: 'all' },
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { format: { comments: false } },
        }),
      ],
    },
    plugins: [
      new rspack.DefinePlugin(definitions({ mode, platform: 'web' })),
      // React Navigation tries to load it and goes on without.
      new rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
      new rspack.CopyRspackPlugin({
        patterns: [{ from: 'public', globOptions: { ignore: ['**/*.html'] } }],
      }),
      page('index.html', 'host'),
      page('frame.html', 'frame'),
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
    ],
  };
}

function page(name, entry) {
  return new rspack.HtmlRspackPlugin({
    filename: name,
    template: `public/${name}`,
    chunks: [entry],
    scriptLoading: 'defer',
  });
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
