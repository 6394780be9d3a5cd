export { createMemoryFiles } from './createMemoryFiles.ts';
export { createMemorySession } from './createMemorySession.ts';
export { createMemoryStore } from './createMemoryStore.ts';
