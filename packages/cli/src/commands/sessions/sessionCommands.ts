import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';

const list = defineCommand<{ find?: string }>({
  name: 'list',
  summary: 'list who is signed in to the console',
  description: 'Needs the scope admin.',
  options: [['--find <text>', 'those with it in their name, id or address']],
  examples: [['miniapp sessions list', 'with where they came from and when they end']],
  async run({ env, out }, { options }) {
    const { client } = await connect(env);
    const sessions = await readPages((page) =>
      client.listConsoleSessions({ ...page, q: options.find }),
    );
    if (sessions.length === 0) out.line('Nobody is signed in to the console.');
    else {
      out.table([
        ['ID', 'WHO', 'NAME', 'FROM', 'LAST USED', 'ENDS'].map(out.color.dim),
        ...sessions.map(({ id, actor, name, address, lastUsedAt, expiresAt }) => [
          out.color.bold(id),
          actor,
          name,
          address,
          formatDate(lastUsedAt),
          formatDate(expiresAt),
        ]),
      ]);
    }
    return { json: { sessions } };
  },
});

const end = defineCommand<object>({
  name: 'end',
  summary: 'end a session of the console at once',
  description:
    'Who has a token or a role can sign in again: revoke the token, too. Needs the scope admin.',
  arguments: [['<id>', 'the id that `miniapp sessions list` shows']],
  examples: [['miniapp sessions end 01j9x6y8m3k5n7q2r4t6v8w0za', 'refused from then on']],
  async run({ env, out }, { args: [id] }) {
    const { client } = await connect(env);
    const session = await client.endConsoleSession(id!);
    out.done(`The session of ${out.color.bold(session.name)} is ended`);
    return { json: { session } };
  },
});

export const sessionsGroup: CommandGroup = {
  name: 'sessions',
  summary: 'see who is signed in to the console, and end that',
  commands: [list, end],
};
