import { mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The environment that makes npm behave in a folder as on a new user's machine. The content cache is shared, since it is
 * keyed by digest; what `npm create` ran before under the same version is not. Registry metadata is fetched anew and cached
 * in `answers` for all callers with the same folder: metadata from weeks ago would not list newer dependencies.
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
    // Answers npm's prompt to install the package that it is about to run.
    npm_config_yes: 'true',
    // Revalidating the metadata of hundreds of packages takes longer than installing them. Our own server's responses are not
    // cached.
    npm_config_prefer_offline: 'true',
  };
}
