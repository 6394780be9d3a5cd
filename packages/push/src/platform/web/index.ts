export { createWebPlatform, type WebPlatformOptions } from './createWebPlatform.ts';
