import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { CliError } from '../terminal/CliError.ts';
import { configFolder } from './configFolder.ts';

/** The server that a person works with, and their token for it. */
export interface Account {
  server: string;
  token: string;
  /** The CDN of the server's artifacts, if the person has set one; otherwise the server's configuration names it. */
  cdn: string | undefined;
  /** Where this was found, for messages. */
  source: string;
}

const Saved = z.object({
  server: z.string(),
  token: z.string(),
  cdn: z.optional(z.string()),
});

/** The account in the environment, else the saved one, else none. A saved token is only sent to the saved server. */
export async function readAccount(env: NodeJS.ProcessEnv): Promise<Account | undefined> {
  const file = accountFile(env);
  const saved = await readSaved(file);
  const givenServer = env['MINIAPP_SERVER'];
  const server = givenServer || saved?.server;
  const isSaved = server !== undefined && withoutSlash(server) === saved?.server;
  const token = env['MINIAPP_TOKEN'] || (isSaved ? saved.token : undefined);
  if (!server || !token) return undefined;
  const cdn = env['MINIAPP_CDN'] || (isSaved ? saved.cdn : undefined);
  const isOfEnvironment = Boolean(givenServer || env['MINIAPP_TOKEN']);
  return {
    server: withoutSlash(server),
    token,
    cdn: cdn === undefined ? undefined : withoutSlash(cdn),
    source: isOfEnvironment ? 'the environment' : file,
  };
}

export async function requireAccount(env: NodeJS.ProcessEnv): Promise<Account> {
  const account = await readAccount(env);
  if (account) return account;
  throw new CliError(
    'You are not logged in.',
    'Run `miniapp login`, or set MINIAPP_SERVER and MINIAPP_TOKEN.',
    { code: 'not-logged-in' },
  );
}

/** The address of the server, for commands that need no token. */
export async function requireServer(
  env: NodeJS.ProcessEnv,
  given: string | undefined,
): Promise<string> {
  const saved = await readSaved(accountFile(env));
  const server = given ?? (env['MINIAPP_SERVER'] || saved?.server);
  if (server && URL.canParse(server)) return withoutSlash(server);
  throw new CliError(
    server ? `${server} is no address.` : 'No server is named.',
    'Use --server https://host.example, set MINIAPP_SERVER, or run `miniapp login`.',
    { code: 'no-server' },
  );
}

/** Saves an account where only its owner can read it, and returns the server of the account it replaces. */
export async function saveAccount(
  env: NodeJS.ProcessEnv,
  { server, token, cdn }: Omit<Account, 'source'>,
): Promise<{ file: string; replaced: string | undefined }> {
  const file = accountFile(env);
  // An unreadable one is overwritten.
  const before = await readSaved(file).catch(() => undefined);
  await mkdir(configFolder(env), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ server, token, cdn }, null, 2)}\n`, { mode: 0o600 });
  // An older draft may have other permissions; the file gets its final name only once nobody else can read it.
  await chmod(draft, 0o600);
  await rename(draft, file);
  const isOther = before !== undefined && (before.server !== server || before.token !== token);
  return { file, replaced: isOther ? before.server : undefined };
}

/** Deletes the saved account; returns whether there was one. */
export async function removeAccount(env: NodeJS.ProcessEnv): Promise<boolean> {
  const file = accountFile(env);
  const wasThere = (await readFile(file).catch(() => undefined)) !== undefined;
  await rm(file, { force: true });
  return wasThere;
}

function accountFile(env: NodeJS.ProcessEnv): string {
  return join(configFolder(env), 'account.json');
}

async function readSaved(file: string): Promise<z.infer<typeof Saved> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return z.parse(Saved, JSON.parse(text));
  } catch (error) {
    throw new CliError(`${file} cannot be read.`, 'Run `miniapp login` to write it anew.', {
      code: 'account-invalid',
      cause: error,
    });
  }
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
