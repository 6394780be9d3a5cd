// `react-native bundle --platform ios --dev false`, without the React Native CLI.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);
const { default: commands } = await import('@callstack/repack/commands/rspack');
const { func } = commands.find(({ name }) => name === 'bundle');
const root = import.meta.dirname;
const reactNativePath = dirname(require.resolve('react-native/package.json'));

await func([], { root, reactNativePath }, { platform: 'ios', dev: false, entryFile: 'index.js' });
