import { join } from 'node:path';

import { nativeConfig } from './build-steps/nativeConfig.mjs';

/**
 * The configuration for Re.Pack's commands: `react-native start` and the build phases of Xcode and Gradle. The web app is
 * built by `build-steps/build.mjs`.
 */
export default ({ platform = process.env.platform ?? 'ios', mode = 'production', devServer }) =>
  nativeConfig({
    platform,
    mode,
    devServer,
    path: join(import.meta.dirname, 'dist', `bundle-${platform}`),
  });
