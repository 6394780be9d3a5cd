export { type BrowserReactNative, completeReactNative } from './browser/completeReactNative.ts';
