// Where Expo looks for the plugin of a package.
export { withHost as default } from './dist/index.js';
