export { type RunOptions, run } from './run.ts';
