// oxlint-disable no-this-in-exported-function -- a bundler tells a loader of its file by `this`
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** What files in Flow begin with, and imports that JavaScript does not have. */
const PRAGMA = /@flow\b/;
const TYPE_IMPORT = /^import\s+(?:typeof\s|type\s+(?!from\b)|[^'"]*\{[^}'"]*\btype\s+(?!as\b)\w)/m;
const HEAD = 2000;

/**
 * Strips Flow types from third-party packages: React Native libraries are published with them, and the compiler for browsers
 * only understands TypeScript. Other files are not changed.
 *
 * Options: `strip` (the module that strips them).
 */
export default async function flowLoader(source, map) {
  const done = this.async();
  if (!PRAGMA.test(source.slice(0, HEAD)) && !TYPE_IMPORT.test(source)) {
    done(null, source, map);
    return;
  }
  try {
    const strip = require(this.getOptions().strip);
    const stripped = await strip(source, this.resourcePath);
    done(null, stripped.code, stripped.map);
  } catch (error) {
    done(error);
  }
}
