import { mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * What makes npm a stranger's in a folder. Files of packages that were ever downloaded are shared: they are known by their
 * digest. What `npm create` ran before, under the same version, is not. What the registry says of packages is asked again
 * and kept in `answers`, for all who name the same folder: by what it said weeks ago, a newer dependency does not exist.
 */
export async function npmOfStranger(
  folder: string,
  answers = join(folder, 'answers'),
): Promise<NodeJS.ProcessEnv> {
  const cache = join(folder, 'npm/_cacache');
  const files = join(homedir(), '.npm/_cacache/content-v2');
  for (const made of [cache, files, answers]) await mkdir(made, { recursive: true });
  await symlink(files, join(cache, 'content-v2'));
  await symlink(answers, join(cache, 'index-v5'));
  return {
    npm_config_cache: join(folder, 'npm'),
    // Whether to install what it runs, where a person presses Enter.
    npm_config_yes: 'true',
    // Asking again for each of hundreds of packages whether there is a newer one takes longer than installing them. What
    // our own server says is kept nowhere.
    npm_config_prefer_offline: 'true',
  };
}
