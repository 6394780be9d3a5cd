import { PersonQuery } from '@host/contracts';
import * as z from 'zod/mini';

import { connect } from '../../account/connect.ts';
import { usageError } from '../../terminal/CliError.ts';
import { confirm } from '../../terminal/confirm.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { printableJson } from '../../terminal/printable.ts';

const PERSON = ['<id>', 'the id that `miniapp people find` prints'] as const;

interface FindOptions {
  email?: string;
  openId?: string;
  app?: string;
}

export const findPerson = defineCommand<FindOptions>({
  name: 'find',
  summary: 'print the id of a person',
  description: 'Needs the scope admin.',
  options: [
    ['--email <email>', 'who signs in with this address'],
    ['--open-id <openId>', 'whom the mini-app of --app knows by it'],
    ['--app <appId>', 'the mini-app that the openId is of'],
  ],
  examples: [
    ['miniapp people find --email ann@example.com', 'for export, delete and `devices list`'],
  ],
  async run({ env, out }, { options: { email, openId, app } }) {
    const query = z.safeParse(PersonQuery, {
      ...(email !== undefined && { email }),
      ...(openId !== undefined && { openId }),
      ...(app !== undefined && { appId: app }),
    });
    if (!query.success) {
      throw usageError(
        'It is not clear who is meant.',
        'Give an e-mail address with --email, or --open-id with the --app that it is of.',
      );
    }
    const { client } = await connect(env);
    const person = await client.findPerson(query.data);
    out.line(person.id);
    return { json: { person } };
  },
});

export const exportPerson = defineCommand<object>({
  name: 'export',
  summary: 'print everything that is kept of a person as JSON',
  description:
    'For somebody who asks for their data. Make sure that it is theirs, and that nobody else reads the file. Needs the scope admin; the audit log keeps that it was read.',
  arguments: [PERSON],
  examples: [['miniapp people export 01j9x6y8m3k5n7q2r4t6v8w0za > theirs.json', 'into a file']],
  async run({ env, out }, { args: [id] }) {
    const { client } = await connect(env);
    const data = await client.exportPerson(id!);
    out.line(printableJson(data));
    return { json: { export: data } };
  },
});

export const deletePerson = defineCommand<{ yes?: boolean }>({
  name: 'delete',
  summary: 'delete the account of a person, and everything that is kept of them',
  description: 'It cannot be undone. Needs the scope admin.',
  arguments: [PERSON],
  options: [['-y, --yes', 'do not ask']],
  examples: [['miniapp people delete 01j9x6y8m3k5n7q2r4t6v8w0za --yes', 'in a script']],
  async run({ env, out }, { args: [id], options }) {
    const { client } = await connect(env);
    await confirm(out, `Delete ${id}, with everything that is kept of them?`, options.yes);
    const person = await client.deletePerson(id!);
    out.done(`${out.color.bold(person.id)} is deleted, with everything that was kept of them`);
    return { json: { person } };
  },
});
