import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { LIMITS } from '@host/contracts';

import type { Config } from '../config/Config.types.ts';
import { ConfigError } from '../errors/ConfigError.ts';
import { UsageError } from '../errors/UsageError.ts';
import { consoleAddress } from '../operations/console/consoleLinks.ts';
import { parseArguments } from './parseArguments.ts';

const CONSOLE_LINK_HELP = `console-link

Prints a link that signs in to the console as the root token, once, within ${LIMITS.consoleLinkSeconds / 60} minutes. The server need not be told of
it: whoever has the root token can make one. Whoever has the link is the root token: send it to nobody.
`;

/** Runs the command `console-link`. Returns the link. */
export async function consoleLink(
  readConfig: () => Pick<Config, 'adminToken' | 'consoleUrl' | 'dataDir'>,
  args: readonly string[],
): Promise<string> {
  const { word, isHelp } = parseArguments(args, {
    command: 'console-link',
    known: [],
    help: CONSOLE_LINK_HELP,
  });
  if (isHelp) return CONSOLE_LINK_HELP;
  if (word !== undefined) {
    throw new UsageError(`console-link: "${word}" is too much.`, CONSOLE_LINK_HELP);
  }
  const config = readConfig();
  const rootToken = config.adminToken ?? (await keptToken(config.dataDir));
  return `${consoleAddress(config.consoleUrl, rootToken, Date.now())}\n`;
}

async function keptToken(dataDir: string): Promise<string> {
  const file = join(resolve(dataDir), 'admin-token');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError([
      `ADMIN_TOKEN is not set, and ${file} cannot be read (${error.code}): set DATA_DIR to the folder of the server`,
    ]);
  });
  return text.trim();
}
