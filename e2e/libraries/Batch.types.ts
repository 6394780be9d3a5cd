import type { Library } from './Library.types.ts';

/** Libraries that are measured in one mini-app: its first screen is a list of them, each opens the use of one. */
export interface Batch {
  name: string;
  /** The folder whose `node_modules` has them. */
  folder: string;
  libraries: readonly Library[];
}
