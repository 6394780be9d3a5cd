import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { rspack } from '@rspack/core';

const FOLDER = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));

/** The console: scripts and one stylesheet in files, each with its digest in the page, and nothing inline. */
export function webConfig({ path, cacheFolder }) {
  return {
    name: 'console',
    context: FOLDER,
    mode: 'production',
    target: ['web', 'es2022'],
    entry: { console: './src/index.tsx' },
    devtool: false,
    performance: { hints: false },
    infrastructureLogging: { level: 'none' },
    cache: {
      type: 'persistent',
      version: 'console',
      buildDependencies: [import.meta.filename],
      storage: { type: 'filesystem', directory: cacheFolder },
    },
    output: {
      path,
      publicPath: '/console/',
      filename: 'assets/[name].[contenthash:10].js',
      chunkFilename: 'assets/[name].[contenthash:10].js',
      cssFilename: 'assets/[name].[contenthash:10].css',
      cssChunkFilename: 'assets/[name].[contenthash:10].css',
      uniqueName: 'host_console',
      // Integrity values are checked on scripts that are asked for with CORS only.
      crossOriginLoading: 'anonymous',
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      alias: {
        react: folderOf('react'),
        'react-dom': folderOf('react-dom'),
        '@swc/helpers': folderOf('@swc/helpers'),
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
              env: { targets: 'chrome >= 123, safari >= 17.5, firefox >= 120' },
            },
          },
        },
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
        { test: /\.module\.css$/, type: 'css/module' },
        { test: /(?<!\.module)\.css$/, type: 'css' },
      ],
      generator: { 'css/module': { localIdentName: '[local]-[hash:6]' } },
      parser: { 'css/module': { namedExports: false } },
    },
    optimization: {
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { format: { comments: false } },
        }),
        new rspack.LightningCssMinimizerRspackPlugin(),
      ],
      splitChunks: {
        chunks: 'all',
        cacheGroups: {
          // One stylesheet: it is small, and a screen that comes later needs no second look of the page.
          styles: { name: 'styles', test: /\.css$/, chunks: 'all', enforce: true },
        },
      },
    },
    plugins: [
      new rspack.CopyRspackPlugin({
        patterns: [{ from: 'public', globOptions: { ignore: ['**/*.html'] } }],
      }),
      new rspack.HtmlRspackPlugin({ template: 'public/index.html', scriptLoading: 'defer' }),
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
    ],
  };
}
