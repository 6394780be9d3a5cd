export { type MemoryGateway, createMemoryGateway } from '../../core/gateway/createMemoryGateway.ts';
export { type MemoryAlarms, createMemoryAlarms } from './createMemoryAlarms.ts';
export {
  type MemoryPlatform,
  type MemoryPlatformOptions,
  createMemoryPlatform,
} from './createMemoryPlatform.ts';
export { createMemoryStorage } from './createMemoryStorage.ts';
