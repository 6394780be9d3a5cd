import { mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * What makes npm a stranger's in a folder: what it has downloaded is shared; what `npm create` ran before, under the same
 * version, is not.
 */
export async function npmOfStranger(folder: string): Promise<NodeJS.ProcessEnv> {
  await mkdir(join(folder, 'npm'));
  await symlink(join(homedir(), '.npm/_cacache'), join(folder, 'npm/_cacache'));
  return {
    npm_config_cache: join(folder, 'npm'),
    // Whether to install what it runs, where a person presses Enter.
    npm_config_yes: 'true',
    // Asking again for each of hundreds of packages whether there is a newer one takes longer than installing them. What
    // our own server says is kept nowhere.
    npm_config_prefer_offline: 'true',
  };
}
