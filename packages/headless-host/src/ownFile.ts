import { fileURLToPath } from 'node:url';

/** The path of a file of this package, relative to the folder that contains `src/` and `dist/`. */
export function ownFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
