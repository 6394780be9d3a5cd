import { fileURLToPath } from 'node:url';

import { bundleProgram } from './bundleProgram.ts';

/** The file of a program next to `main`. Such files combine parts of the server that must not import each other. */
export function programFile(name: string): string {
  const isSource = import.meta.url.endsWith('.ts');
  return isSource ? bundleProgram(name) : fileURLToPath(new URL(`./${name}.js`, import.meta.url));
}
