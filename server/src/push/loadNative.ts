import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What is in C beside the built server; undefined where there is nothing, or nothing for this machine. */
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
