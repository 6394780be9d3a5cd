import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const preset = require('@react-native/jest-preset');

/** Packages that are published uncompiled, for Metro; pnpm keeps packages one folder deeper. */
const TRANSFORMED = String.raw`\.pnpm|(@react-native|@react-native-firebase|@react-navigation|react-native(-[a-z-]+)?)/`;

const projectOf = (platform) => ({
  ...preset,
  displayName: platform,
  rootDir: fileURLToPath(new URL('.', import.meta.url)),
  haste: { ...preset.haste, defaultPlatform: platform },
  testMatch: ['<rootDir>/jest/*.test.{ts,tsx}', `<rootDir>/jest/${platform}/*.test.ts`],
  setupFiles: [...preset.setupFiles, '<rootDir>/jest/phone/setUpPhone.ts'],
  setupFilesAfterEnv: ['<rootDir>/jest/setUpTests.ts'],
  transform: {
    ...preset.transform,
    // Under the preset's own key, to replace its transformer, which looks for a configuration file.
    [String.raw`^.+\.(js|ts|tsx)$`]: [
      'babel-jest',
      {
        babelrc: false,
        configFile: false,
        presets: [[require.resolve('@react-native/babel-preset'), { enableBabelRuntime: false }]],
      },
    ],
  },
  transformIgnorePatterns: [`node_modules/(?!${TRANSFORMED})`],
});

export default {
  cacheDirectory: fileURLToPath(new URL('node_modules/.cache/jest', import.meta.url)),
  projects: ['ios', 'android'].map(projectOf),
};
