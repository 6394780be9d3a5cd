import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { readAccount } from '../../account/Account.ts';
import { packagePath } from '../../packageRoot.ts';
import { usageError } from '../../terminal/CliError.ts';
import { webOrigin } from './webOrigin.ts';

/** The registry with our packages, and whether it is a guess. */
export interface Registry {
  /** With a slash at its end. */
  url: string;
  /** Whether it is not configured anywhere, but just the default address of a local server. */
  isGuess: boolean;
}

/** Where `pnpm start` of the platform serves them. */
const ON_THIS_MACHINE = 'http://localhost:8080/npm/';

/** The variables with npm's config files, which npm sets for its child processes. It does not pass on scopes themselves. */
const NPM_FILES = ['npm_config_userconfig', 'npm_config_globalconfig'];

/**
 * Finds the registry for a new project: the one given, the one that this command came from, the one that is configured
 * for our scope, or that of the server that the person is logged in to.
 */
export async function findRegistry(
  given: string | undefined,
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Registry> {
  if (given !== undefined) return { url: readAddress(given), isGuess: false };
  const account = await readAccount(env).catch(() => undefined);
  const found =
    (await writtenByRegistry(packagePath('registry.json'))) ??
    (await installedFrom(packagePath(''))) ??
    (await configuredIn(cwd)) ??
    (await configuredIn(env['HOME'] ?? homedir())) ??
    (await configuredForNpm(env)) ??
    (account && `${account.server}/npm/`);
  return { url: found ? readAddress(found) : ON_THIS_MACHINE, isGuess: found === undefined };
}

/** Validates a URL for files that will be committed: one line, without quotes, variables and secrets. */
function readAddress(text: string): string {
  const origin = webOrigin(text);
  if (origin === undefined) {
    throw usageError(
      `--registry ${text} is no address.`,
      'Use one such as https://host.example/npm/.',
    );
  }
  const { pathname, username, password, search, hash } = new URL(text);
  if (username || password || search || hash) {
    throw usageError(
      'The address of a registry has no user, no query and no fragment.',
      `Use --registry ${origin}${pathname}; what logs in there belongs into ~/.npmrc.`,
    );
  }
  return `${origin}${pathname.replaceAll("'", '%27').replace(/\/*$/, '/')}`;
}

/** The URL that the registry added to this package when it served it. */
async function writtenByRegistry(path: string): Promise<string | undefined> {
  return ((await readJson(path)) as { url?: string } | undefined)?.url;
}

/** The registry from which npm installed this package, according to its lock file. */
async function installedFrom(folder: string): Promise<string | undefined> {
  const [modules] = /^.*?[/\\]node_modules(?=[/\\])/.exec(folder) ?? [];
  if (modules === undefined) return undefined;
  const lock = (await readJson(join(modules, '.package-lock.json'))) as
    | { packages?: Record<string, { resolved?: string }> }
    | undefined;
  for (const [path, { resolved }] of Object.entries(lock?.packages ?? {})) {
    const [, name] = /^node_modules\/(@host\/[^/]+)$/.exec(path) ?? [];
    const at = name === undefined ? -1 : (resolved?.indexOf(`${name}/-/`) ?? -1);
    if (at > 0) return resolved!.slice(0, at);
  }
  return undefined;
}

/** The registry for our scope in a folder's `.npmrc` or `.yarnrc.yml`. */
async function configuredIn(folder: string): Promise<string | undefined> {
  const forNpm = await scopeIn(join(folder, '.npmrc'));
  if (forNpm !== undefined) return forNpm;
  const yarn = await readText(join(folder, '.yarnrc.yml'));
  const [, forYarn] = /^ {2}host:\s*\n {4}npmRegistryServer:\s*['"]?([^'"\s]+)/m.exec(yarn) ?? [];
  return forYarn;
}

async function configuredForNpm(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const name of NPM_FILES) {
    const found = env[name] && (await scopeIn(env[name]));
    if (found) return found;
  }
  return undefined;
}

/** The registry for our scope in an npm config file. */
async function scopeIn(file: string): Promise<string | undefined> {
  return /^\s*@host:registry\s*=\s*"?([^"\s]+)/m.exec(await readText(file))?.[1];
}

async function readJson(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
