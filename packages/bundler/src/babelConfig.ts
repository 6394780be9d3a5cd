import { existsSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = ['js', 'cjs', 'mjs', 'json'].map((ending) => `babel.config.${ending}`);

/** The project's own Babel configuration, if it has one. */
export function babelConfigOf(root: string): string | undefined {
  return NAMES.map((name) => join(root, name)).find((path) => existsSync(path));
}
