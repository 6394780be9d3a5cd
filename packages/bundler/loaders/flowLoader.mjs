// oxlint-disable no-this-in-exported-function -- a bundler tells a loader of its file by `this`
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** What files in Flow begin with, and imports that JavaScript does not have. */
const PRAGMA = /@flow\b/;
const TYPE_IMPORT = /^import\s+(?:typeof\s|type\s+(?!from\b)|[^'"]*\{[^}'"]*\btype\s+(?!as\b)\w)/m;
const HEAD = 2000;

/**
 * Takes the types of Flow out of the packages of others: React Native libraries are published with them, and what compiles for
 * browsers reads TypeScript alone. Everything else passes as it is.
 *
 * Options: `strip` (the module that does it).
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
