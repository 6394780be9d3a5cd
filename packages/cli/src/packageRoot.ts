import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of a file or folder of this package, one level above `src` and `dist`. */
export function packagePath(relative: string): string {
  return fileURLToPath(new URL(`../${relative}`, import.meta.url));
}

/** The version of this package. All packages of the platform are released together. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
