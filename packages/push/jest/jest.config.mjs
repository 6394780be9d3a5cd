import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const preset = require('@react-native/jest-preset');
const ofPreset = createRequire(require.resolve('@react-native/jest-preset'));

/** The libraries whose JavaScript is as its authors wrote it, for Metro; pnpm keeps packages a folder deeper. */
const TRANSFORMED = String.raw`\.pnpm|(@react-native|@react-native-firebase|@react-navigation|react-native(-[a-z-]+)?)/`;

const projectOf = (platform) => ({
  ...preset,
  displayName: platform,
  rootDir: fileURLToPath(new URL('.', import.meta.url)),
  haste: { ...preset.haste, defaultPlatform: platform },
  testMatch: ['<rootDir>/*.test.{ts,tsx}', `<rootDir>/${platform}/*.test.ts`],
  setupFiles: [...preset.setupFiles, '<rootDir>/phone/setUpPhone.ts'],
  transform: {
    ...preset.transform,
    // Under the preset's own key: it stands in for the preset's transformer, which looks for a configuration file.
    [String.raw`^.+\.(js|ts|tsx)$`]: [
      ofPreset.resolve('babel-jest'),
      {
        babelrc: false,
        configFile: false,
        presets: [require.resolve('@react-native/babel-preset')],
      },
    ],
  },
  transformIgnorePatterns: [`node_modules/(?!${TRANSFORMED})`],
});

export default {
  cacheDirectory: fileURLToPath(new URL('../node_modules/.cache/jest', import.meta.url)),
  projects: ['ios', 'android'].map(projectOf),
};
