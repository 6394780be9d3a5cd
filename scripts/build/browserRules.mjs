import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const EXTENSIONS = ['tsx', 'ts', 'jsx', 'mjs', 'js', 'json'];
/** Libraries with React contexts, which break if there are two copies; package managers may install one per set of peers. */
const ONCE = [
  'react',
  'react-dom',
  '@react-navigation/native',
  '@react-navigation/native-stack',
  'react-native-safe-area-context',
];

/**
 * The Rspack options that resolve and compile the sources of this workspace for browsers: React Native is aliased to
 * react-native-web, and some libraries are deduplicated to the copy of `folder`.
 */
export function browserRules({ folder, targets, assets }) {
  const require = createRequire(join(folder, 'package.json'));
  const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));
  return {
    resolve: {
      extensions: [
        ...EXTENSIONS.map((name) => `.web.${name}`),
        ...EXTENSIONS.map((name) => `.${name}`),
      ],
      mainFields: ['browser', 'module', 'main'],
      alias: {
        ...Object.fromEntries(ONCE.map((name) => [name, folderOf(name)])),
        'react-native$': join(folderOf('react-native-web'), 'dist/index.js'),
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
              env: { targets },
            },
          },
        },
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
        { test: /\.(png|svg)$/, type: assets },
      ],
    },
  };
}
