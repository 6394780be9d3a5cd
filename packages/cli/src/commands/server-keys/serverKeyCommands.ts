import {
  type IssuedServerKey,
  SERVER_KEY_SCOPES,
  ServerKeyRequest,
  explainIssue,
} from '@host/contracts';
import * as z from 'zod/mini';

import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import { usageError } from '../../terminal/CliError.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import type { Output } from '../../terminal/Output.ts';
import { rotateCommand, showOnce, stateOf, untilOf } from '../secrets/rotateCommand.ts';

const DAY_SECONDS = 24 * 60 * 60;

const list = defineCommand<object>({
  name: 'list',
  summary: 'list the keys that back ends send pushes with',
  examples: [['miniapp server-keys list', 'with what they may do, and when they end']],
  async run({ env, out }) {
    const { client } = await connect(env);
    const keys = await readPages((page) => client.listServerKeys(page));
    if (keys.length === 0) out.line('No server key was issued yet.');
    else {
      out.table([
        ['ID', 'NAME', 'SCOPES', 'FOR', 'STATE', 'LAST USED'].map(out.color.dim),
        ...keys.map((key) => [
          key.id,
          key.name,
          key.scopes.join(', '),
          key.miniApps?.join(', ') ?? key.apps?.join(', ') ?? 'all host apps',
          stateOf(key),
          key.lastUsedAt === undefined ? 'never' : formatDate(key.lastUsedAt),
        ]),
      ]);
    }
    return { json: { keys } };
  },
});

interface IssueOptions {
  name?: string;
  scope?: string;
  app?: string;
  miniApp?: string;
  days?: string;
}

const issue = defineCommand<IssueOptions>({
  name: 'issue',
  summary: 'issue a key for a back end that sends pushes',
  description: 'The key is shown once, and nowhere again. Needs the scope admin.',
  options: [
    ['--name <name>', 'which back end has it'],
    [
      '--scope <scopes>',
      `what it may do, with commas: ${SERVER_KEY_SCOPES.join(', ')}; send,read by default`,
    ],
    ['--app <names>', 'the only host apps whose devices it reaches, with commas; all by default'],
    ['--mini-app <appIds>', 'the mini-apps in whose name it sends, with commas'],
    ['--days <number>', 'how long it works, 366 at most; for ever by default'],
  ],
  examples: [
    ['miniapp server-keys issue --name Shop --days 90', 'sends to every host app'],
    ['miniapp server-keys issue --name Orders --mini-app com.acme.orders', 'of a mini-app'],
  ],
  async run({ env, out }, { options }) {
    const { client } = await connect(env);
    const words = (text: string) => text.split(',').map((word) => word.trim());
    const wanted = {
      name: options.name,
      scopes: words(options.scope ?? 'send,read'),
      ...(options.app !== undefined && { apps: words(options.app) }),
      ...(options.miniApp !== undefined && { miniApps: words(options.miniApp) }),
      ...(options.days !== undefined && { expiresInSeconds: Number(options.days) * DAY_SECONDS }),
    };
    const request = z.safeParse(ServerKeyRequest, wanted, { error: explainIssue });
    if (!request.success) {
      const [first] = request.error.issues;
      const flag = {
        scopes: '--scope',
        apps: '--app',
        miniApps: '--mini-app',
        expiresInSeconds: '--days',
      }[String(first?.path[0])];
      throw usageError(
        `${flag ?? '--name'} does not fit: ${first?.message}`,
        'For example: miniapp server-keys issue --name Shop --days 90',
      );
    }
    const key = await client.issueServerKey(request.data);
    out.done(`Issued ${out.color.bold(key.name)}${untilOf(key)}`);
    showSecret(out, key);
    return { json: { key } };
  },
});

const rotate = rotateCommand({
  group: 'server-keys',
  noun: 'key',
  description:
    'It keeps its id, what it may do, and the messages that it sent. The new secret is shown once. Needs the scope admin.',
  rotate: (client, id, rotation) => client.rotateServerKey(id, rotation),
  showSecret,
});

const revoke = defineCommand<object>({
  name: 'revoke',
  summary: 'end a server key at once',
  arguments: [['<id>', 'the id that `miniapp server-keys list` shows']],
  examples: [
    ['miniapp server-keys revoke 01j9x6y8m3k5n7q2r4t6v8w0za', 'refused from the next send on'],
  ],
  async run({ env, out }, { args: [id] }) {
    const { client } = await connect(env);
    const key = await client.revokeServerKey(id!);
    out.done(`${out.color.bold(key.name)} is revoked`);
    return { json: { key } };
  },
});

export const serverKeysGroup: CommandGroup = {
  name: 'server-keys',
  summary: 'issue, list, replace and revoke the keys that send pushes',
  commands: [list, issue, rotate, revoke],
};

function showSecret(out: Output, { key }: IssuedServerKey): void {
  showOnce(
    out,
    key,
    'Keep it where secrets are kept; back ends send it as Authorization: key=<key>.',
  );
}
