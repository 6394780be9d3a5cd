// The configuration that Re.Pack 5's documentation and its federated test app show for a mini-app, without tuning. With npm
// the explicit paths to packages, which pnpm needs, would be unnecessary.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

import * as Repack from '@callstack/repack';
import { rspack } from '@rspack/core';

const require = createRequire(import.meta.url);
const { dependencies } = require('./package.json');

const SHARED = [
  'react',
  'react-native',
  '@react-navigation/native',
  '@react-navigation/native-stack',
  '@host/kit',
  '@host/miniapp-sdk',
  'react-native-safe-area-context',
  'react-native-screens',
];

export default Repack.defineRspackConfig(({ mode, context }) => ({
  mode,
  context,
  entry: './index.js',
  resolve: {
    ...Repack.getResolveOptions({ enablePackageExports: true }),
    alias: { '@swc/helpers': dirname(require.resolve('@swc/helpers/package.json')) },
  },
  output: { uniqueName: 'com_example_orders' },
  // Not the default, since Re.Pack's has no effect with this version of Rspack.
  ...(process.env.MINIMIZER === 'swc' && {
    optimization: {
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({ test: /\.bundle$/, extractComments: false }),
      ],
    },
  }),
  module: {
    rules: [
      {
        test: /\.[cm]?[jt]sx?$/,
        type: 'javascript/auto',
        use: { loader: '@callstack/repack/babel-swc-loader', parallel: true, options: {} },
      },
      ...Repack.getAssetTransformRules({ inline: true }),
    ],
  },
  plugins: [
    new Repack.RepackPlugin(),
    new Repack.plugins.ModuleFederationPluginV2({
      name: 'com_example_orders',
      filename: 'com_example_orders.container.js.bundle',
      exposes: { './App': './src/App.tsx' },
      dts: false,
      shared: Object.fromEntries(
        SHARED.map((name) => [
          name,
          {
            singleton: true,
            eager: false,
            version: dependencies[name],
            requiredVersion: dependencies[name],
          },
        ]),
      ),
    }),
    new rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
  ],
}));
