import { ApiClientError } from '@host/api-client';

import { connect } from '../../account/connect.ts';
import { CliError } from '../../terminal/CliError.ts';
import { confirm } from '../../terminal/confirm.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';

export const cancelMessage = defineCommand<{ yes?: boolean }>({
  name: 'cancel',
  summary: 'cancel a message that is not due yet',
  description:
    'Nobody gets it then. Needs the scope push, and for what others sent the scope admin, too.',
  arguments: [['<id>', 'the id that `miniapp messages list --state scheduled` shows']],
  options: [['-y, --yes', 'do not ask']],
  examples: [['miniapp messages cancel 4711 --yes', 'in a script']],
  async run({ env, out }, { args: [id], options }) {
    const { client } = await connect(env);
    await confirm(out, `Cancel the message ${id}?`, options.yes);
    const message = await client.cancelPushMessage(id!, undefined).catch(refuse);
    out.done(`The message ${out.color.bold(message.id)} is cancelled`);
    return { json: { message } };
  },
});

/** What the gateway says is about server keys; this command has a token. */
function refuse(error: unknown): never {
  if (!(error instanceof ApiClientError) || error.status !== 401) throw error;
  throw new CliError(
    'The token may not cancel messages.',
    'Use one with the scope push, or log in again with `miniapp login` if it has ended.',
    { code: error.code, cause: error },
  );
}
