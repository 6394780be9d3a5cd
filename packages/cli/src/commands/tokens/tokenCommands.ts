import { ROLES, TOKEN_SCOPES, TokenRequest, type IssuedToken, explainIssue } from '@host/contracts';
import * as z from 'zod/mini';

import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import { usageError } from '../../terminal/CliError.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import type { Output } from '../../terminal/Output.ts';
import { rotateCommand, showOnce, stateOf, untilOf } from '../secrets/rotateCommand.ts';

const list = defineCommand<object>({
  name: 'list',
  summary: 'list the tokens that were issued',
  examples: [['miniapp tokens list', 'with their scopes and when they end']],
  async run({ env, out }) {
    const { client } = await connect(env);
    const tokens = await readPages((page) => client.listTokens(page));
    const { color } = out;
    if (tokens.length === 0) out.line('No token was issued yet.');
    else {
      out.table([
        ['ID', 'NAME', 'ROLE OR SCOPES', 'MINI-APPS', 'STATE', 'LAST USED'].map(color.dim),
        ...tokens.map((token) => [
          token.id,
          token.name,
          token.role ?? token.scopes.join(', '),
          token.apps?.join(', ') ?? (token.publisher ? `of ${token.publisher}` : 'all'),
          stateOf(token),
          token.lastUsedAt === undefined ? 'never' : formatDate(token.lastUsedAt),
        ]),
      ]);
    }
    return { json: { tokens } };
  },
});

interface IssueOptions {
  name?: string;
  role?: string;
  scope?: string;
  app?: string;
  publisher?: string;
  days?: string;
}

const issue = defineCommand<IssueOptions>({
  name: 'issue',
  summary: 'issue a token, for example for CI',
  description: 'The secret is shown once, and nowhere again. Needs the scope admin.',
  options: [
    ['--name <name>', 'what it is for'],
    ['--role <role>', `what it may do: ${Object.keys(ROLES).join(', ')}`],
    [
      '--scope <scopes>',
      `the same one by one, instead of a role, with commas: ${TOKEN_SCOPES.join(', ')}`,
    ],
    ['--app <appIds>', 'the only mini-apps it may touch, with commas; all by default'],
    [
      '--publisher <id>',
      'whose it is: it has the mini-apps of this publisher, and registers new ones for it',
    ],
    ['--days <number>', 'how long it lives, 90 by default, 366 at most'],
  ],
  examples: [
    [
      'miniapp tokens issue --name CI --scope publish,read --app com.acme.orders',
      'for one mini-app',
    ],
    ['miniapp tokens issue --name CI --scope publish,read --publisher acme', 'for a publisher'],
    ['miniapp tokens issue --name Ann --role releaser --days 7', 'to sign in to the console with'],
  ],
  async run({ env, out }, { options }) {
    const { client } = await connect(env);
    const wanted = {
      name: options.name,
      ...(options.role !== undefined && { role: options.role }),
      ...(options.scope !== undefined && {
        scopes: options.scope.split(',').map((scope) => scope.trim()),
      }),
      ...(options.app !== undefined && { apps: options.app.split(',') }),
      ...(options.publisher !== undefined && { publisher: options.publisher }),
      expiresInSeconds: Number(options.days ?? 90) * 24 * 60 * 60,
    };
    const request = z.safeParse(TokenRequest, wanted, { error: explainIssue });
    if (!request.success) {
      const [first] = request.error.issues;
      const flag = {
        scopes: '--scope',
        role: '--role',
        apps: '--app',
        publisher: '--publisher',
        expiresInSeconds: '--days',
      }[String(first?.path[0])];
      throw usageError(
        `${flag ?? '--name'} does not fit: ${first?.message}`,
        'For example: miniapp tokens issue --name CI --scope publish,read',
      );
    }
    const issued = await client.issueToken(request.data);
    out.done(`Issued ${out.color.bold(issued.name)}${untilOf(issued)}`);
    showSecret(out, issued);
    return { json: { token: issued } };
  },
});

const rotate = rotateCommand({
  group: 'tokens',
  noun: 'token',
  description:
    'It keeps its id and what it may do. The new secret is shown once. Needs the scope admin.',
  rotate: (client, id, rotation) => client.rotateToken(id, rotation),
  showSecret,
});

const revoke = defineCommand<object>({
  name: 'revoke',
  summary: 'end a token at once',
  arguments: [['<id>', 'the id that `miniapp tokens list` shows']],
  examples: [
    ['miniapp tokens revoke 01j9x6y8m3k5n7q2r4t6v8w0za', 'refused from the next request on'],
  ],
  async run({ env, out }, { args: [id] }) {
    const { client } = await connect(env);
    const token = await client.revokeToken(id!);
    out.done(`${out.color.bold(token.name)} is revoked`);
    return { json: { token } };
  },
});

export const tokensGroup: CommandGroup = {
  name: 'tokens',
  summary: 'issue, list, replace and revoke tokens',
  commands: [list, issue, rotate, revoke],
};

function showSecret(out: Output, { token }: IssuedToken): void {
  showOnce(out, token, 'Keep it where secrets are kept, as MINIAPP_TOKEN.');
}
