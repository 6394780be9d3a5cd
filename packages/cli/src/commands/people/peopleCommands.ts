import { ResetLinkRequest } from '@host/contracts';
import * as z from 'zod/mini';

import { connect } from '../../account/connect.ts';
import { usageError } from '../../terminal/CliError.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import { deletePerson, exportPerson, findPerson } from './personCommands.ts';

const resetLink = defineCommand<object>({
  name: 'reset-link',
  summary: 'make a link with which somebody sets a new password',
  description:
    'For somebody who forgot it where the server sends no mail. Whoever has the link gets the account: hand it over by a way that you know to be theirs. It works once, for an hour. Needs the scope admin, and the audit log keeps for whom.',
  arguments: [['<email>', 'the e-mail address that the person signs in with']],
  examples: [['miniapp people reset-link ann@example.com', 'shown once, and nowhere again']],
  async run({ env, out }, { args: [email] }) {
    const request = z.safeParse(ResetLinkRequest, { email });
    if (!request.success) {
      throw usageError(
        `${email} is no e-mail address.`,
        'For example: miniapp people reset-link ann@example.com',
      );
    }
    const { client } = await connect(env);
    const link = await client.createResetLink(request.data);
    out.done(`The link works once, until ${formatDate(link.expiresAt)}`);
    out.line();
    out.line(`  ${link.url}`);
    out.line();
    out.warn(
      'Whoever has the link gets the account.',
      'Give it to that person and to nobody else.',
    );
    return { json: { link } };
  },
});

export const peopleGroup: CommandGroup = {
  name: 'people',
  summary: 'help people who forgot their password, or want their data',
  commands: [findPerson, resetLink, exportPerson, deletePerson],
};
