import { fileURLToPath } from 'node:url';

/** A file that the package brings along; both `src/` and `dist/` lie one folder below it. */
export function ownFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
