import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Loads a native addon of the server; undefined if there is none for this machine. */
export function loadNative(
  name: string,
  file = fileURLToPath(new URL(`${name}.node`, import.meta.url)),
): unknown {
  try {
    return createRequire(import.meta.url)(file);
  } catch {
    return undefined;
  }
}
