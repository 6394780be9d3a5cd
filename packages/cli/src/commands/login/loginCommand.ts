import { cancel, intro, password, text } from '@clack/prompts';

import { removeAccount, saveAccount } from '../../account/Account.ts';
import { cdnOf, clientOf, isScopeMissing } from '../../account/connect.ts';
import { CliError, EXIT, usageError } from '../../terminal/CliError.ts';
import type { Context } from '../../terminal/Context.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { readAll } from '../../terminal/readAll.ts';
import { toCliError } from '../../terminal/toCliError.ts';

interface LoginOptions {
  server?: string;
  tokenStdin?: boolean;
  cdn?: string;
  remove?: boolean;
}

const LIKELY_SERVER = 'http://localhost:8080';

export const loginCommand = defineCommand<LoginOptions>({
  name: 'login',
  summary: 'keep the server’s address and a token on this machine',
  description:
    'Both are verified and kept in your config folder, readable by you alone. MINIAPP_SERVER and MINIAPP_TOKEN win over what is kept; CI needs no login.',
  options: [
    ['--server <url>', `the server’s address, for example ${LIKELY_SERVER}`],
    [
      '--token-stdin',
      'read the token from standard input; a flag would end up in your shell’s history',
    ],
    [
      '--cdn <url>',
      'where the server’s artifacts are fetched from; by default where the server says',
    ],
    ['--remove', 'forget address and token'],
  ],
  examples: [
    ['miniapp login', 'asks for both'],
    ['miniapp login --server https://host.example --token-stdin < token', 'asks nothing'],
    ['miniapp login --remove', 'log out'],
  ],
  async run(context, { options }) {
    const { env, out } = context;
    if (options.remove) {
      const wasThere = await removeAccount(env);
      out.done(wasThere ? 'Logged out.' : 'You were not logged in.');
      return { json: { removed: wasThere } };
    }
    const asked = await askAccount(context, options);
    const progress = out.progress('Verifying');
    await verify(asked);
    const cdn = await cdnOf({ account: asked, client: clientOf(asked) });
    progress.end();
    const account = { ...asked, cdn };
    const { file, replaced } = await saveAccount(env, account);
    out.done(`Logged in to ${out.color.bold(account.server)}`);
    out.line(`  ${out.color.dim(`Kept in ${file}, readable by you alone.`)}`);
    if (replaced !== undefined) {
      out.warn(
        `It takes the place of what was kept for ${replaced}.`,
        'To use several at once, give each shell its own MINIAPP_SERVER and MINIAPP_TOKEN.',
      );
    }
    if (env['MINIAPP_SERVER'] || env['MINIAPP_TOKEN']) {
      out.warn('MINIAPP_SERVER or MINIAPP_TOKEN is set, and wins over what was kept.');
    }
    return { json: { server: account.server, cdn: account.cdn, file, replaced: replaced ?? null } };
  },
});

async function askAccount({ env, out }: Context, options: LoginOptions) {
  const given = options.server ?? env['MINIAPP_SERVER'];
  const givenToken = options.tokenStdin ? await readAll(process.stdin) : env['MINIAPP_TOKEN'];
  if ((given === undefined || !givenToken) && !out.isInteractive) {
    throw usageError(
      given === undefined ? 'The server’s address is missing.' : 'The token is missing.',
      'Use `miniapp login --server <url> --token-stdin < token`, or run it in a terminal.',
    );
  }
  if (given === undefined || !givenToken) intro('Log in');
  const server =
    given ??
    answered(
      await text({
        message: 'The server’s address',
        placeholder: LIKELY_SERVER,
        defaultValue: LIKELY_SERVER,
        validate: (value) => (value ? addressProblem(value) : undefined),
      }),
    );
  const problem = addressProblem(server);
  if (problem !== undefined)
    throw usageError(`${server}: ${problem}.`, `Use for example ${LIKELY_SERVER}.`);
  const token = givenToken || answered(await password({ message: 'The token' }));
  const address = server.replace(/\/+$/, '');
  return { server: address, token: token.trim(), cdn: options.cdn };
}

/** Verifies a token with any call: one without the scope for it is still valid. */
async function verify(account: { server: string; token: string }): Promise<void> {
  try {
    await clientOf(account).listMiniPrograms({ limit: 1 });
  } catch (error) {
    if (!isScopeMissing(error)) throw toCliError(error, account.server);
  }
}

function addressProblem(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:'
    ? undefined
    : 'an address starts with http:// or https://';
}

function answered(answer: string | symbol): string {
  if (typeof answer === 'string') return answer;
  cancel('Nothing was kept.');
  throw new CliError('Cancelled.', '', { code: 'cancelled', exitCode: EXIT.interrupted });
}
