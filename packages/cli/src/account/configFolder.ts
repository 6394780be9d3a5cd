import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where a person's settings of this command are kept, by the rules of XDG. */
export function configFolder(env: NodeJS.ProcessEnv): string {
  const base = env['XDG_CONFIG_HOME'];
  // A relative one is to be ignored, say the rules.
  const folder = base && isAbsolute(base) ? base : join(env['HOME'] || homedir(), '.config');
  return join(folder, 'miniapp');
}
