import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The folder for a person's settings, following the XDG Base Directory specification. */
export function configFolder(env: NodeJS.ProcessEnv): string {
  const base = env['XDG_CONFIG_HOME'];
  // The specification says to ignore a relative path.
  const folder = base && isAbsolute(base) ? base : join(env['HOME'] || homedir(), '.config');
  return join(folder, 'miniapp');
}
