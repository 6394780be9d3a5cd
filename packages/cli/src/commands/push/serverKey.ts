import { open } from 'node:fs/promises';
import { resolve } from 'node:path';

import { password } from '@clack/prompts';

import { CliError, EXIT, usageError } from '../../terminal/CliError.ts';
import type { Context } from '../../terminal/Context.types.ts';
import { readAll } from '../../terminal/readAll.ts';

const OTHERS = 0o077;

/** The sources of the server key. */
export interface ServerKeyOptions {
  keyFile?: string;
  keyStdin?: boolean;
}

/** The key that pushes are sent with. Never from a flag: that would end up in the shell's history. */
export async function requireServerKey(
  { cwd, env, out }: Context,
  options: ServerKeyOptions,
): Promise<string> {
  if (options.keyStdin) return oneWord(await readAll(process.stdin), 'standard input');
  if (options.keyFile !== undefined) return readKeyFile(resolve(cwd, options.keyFile));
  const given = env['MINIAPP_SERVER_KEY'];
  if (given) return oneWord(given, 'MINIAPP_SERVER_KEY');
  if (!out.isInteractive) {
    throw usageError(
      'The server key is missing.',
      'Set MINIAPP_SERVER_KEY, or use --key-file <file> or --key-stdin.',
    );
  }
  const answer = await password({ message: 'The server key' });
  if (typeof answer === 'string') return oneWord(answer, 'the answer');
  throw new CliError('Cancelled.', '', { code: 'cancelled', exitCode: EXIT.interrupted });
}

async function readKeyFile(path: string): Promise<string> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw keyError(`There is no file at ${path}.`, 'Give the path of the file with the key.');
  });
  try {
    const { mode } = await file.stat();
    // Windows has no such permissions.
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
      throw keyError(
        `${path} can be read by others (mode ${(mode & 0o777).toString(8)}).`,
        `Run \`chmod 600 ${path}\`. If others may have read it, have the key revoked and use another.`,
      );
    }
    return oneWord(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
}

// Checked here, since the error of `fetch` for an invalid header would contain the key.
function oneWord(text: string, source: string): string {
  const key = text.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw keyError(
    `What ${source} holds is no server key: it is empty, or more than one word.`,
    'Give the key alone, as it was issued.',
  );
}

function keyError(message: string, fix: string): CliError {
  return new CliError(message, fix, { code: 'server-key' });
}
