import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCK_FILE = join(import.meta.dirname, '../../pnpm-lock.yaml');

/**
 * Compiles the sources of an app for React Native with Re.Pack's `loader` and React Native's `preset` as installed there.
 * This is most of the work of a build and the same for ios and android, so the results are cached.
 */
export function reactNativeRule({ folder, loader, preset, exclude = [] }) {
  const options = {
    babelOverrides: { babelrc: false, configFile: false, presets: [preset] },
  };
  const keepOptions = {
    folder: join(folder, 'node_modules/.cache/compiled'),
    madeBy: madeBy(folder, options),
  };
  return {
    test: /\.[cm]?[jt]sx?$/,
    exclude,
    type: 'javascript/auto',
    use: [
      {
        loader: join(import.meta.dirname, 'keepCompiled.mjs'),
        parallel: true,
        options: keepOptions,
      },
      { loader, parallel: true, options },
    ],
  };
}

/** The cache key: the lockfile, the options, and the environment variables that Babel reads. */
function madeBy(folder, options) {
  const { BABEL_ENV, NODE_ENV } = process.env;
  return createHash('sha256')
    .update(readFileSync(LOCK_FILE))
    .update(JSON.stringify([folder, options, BABEL_ENV, NODE_ENV]))
    .digest('hex');
}
