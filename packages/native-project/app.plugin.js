// The file that Expo loads as the config plugin of a package.
export { withHost as default } from './dist/index.js';
