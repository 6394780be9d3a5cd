import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import { usageError } from '../../terminal/CliError.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { chooseApp } from '../../project/chooseApp.ts';

const NAME = ['--name <name>', 'what people are told'] as const;
const LOOK_ALIKE = ['--allow-look-alike', 'although it looks like the name of another'] as const;

const list = defineCommand<object>({
  name: 'list',
  summary: 'list the publishers',
  examples: [['miniapp publishers list', 'with how many mini-apps they have']],
  async run({ env, out }) {
    const { client } = await connect(env);
    const publishers = await readPages((page) => client.listPublishers(page));
    if (publishers.length === 0) out.line('There is no publisher yet.');
    else {
      out.table([
        ['ID', 'NAME', 'MINI-APPS', 'TRUST'].map(out.color.dim),
        ...publishers.map(({ id, name, apps, trust }) => [
          out.color.bold(id),
          name,
          String(apps),
          trust.state,
        ]),
      ]);
    }
    return { json: { publishers } };
  },
});

interface NameOptions {
  name?: string;
  allowLookAlike?: boolean;
}

const create = defineCommand<NameOptions>({
  name: 'create',
  summary: 'make a publisher that mini-apps can belong to',
  description:
    'What its tokens register first belongs to it: `miniapp tokens issue --publisher <id>`. Needs the scope admin.',
  arguments: [['<id>', 'lower-case letters, digits and hyphens']],
  options: [NAME, LOOK_ALIKE],
  examples: [['miniapp publishers create acme --name "Acme"', 'consent sheets say Acme']],
  async run({ env, out }, { args: [id], options }) {
    const { client } = await connect(env);
    const publisher = await client.createPublisher({ id: id!, ...nameOf(options) });
    out.done(`${out.color.bold(publisher.name)} can publish as ${publisher.id}`);
    return { json: { publisher } };
  },
});

const rename = defineCommand<NameOptions>({
  name: 'rename',
  summary: 'give a publisher another name',
  description: 'Nobody else gets the old one. Needs the scope admin.',
  arguments: [['<id>', 'the publisher']],
  options: [NAME, LOOK_ALIKE],
  examples: [['miniapp publishers rename acme --name "Acme & Sons"', 'hosts are told at once']],
  async run({ env, out }, { args: [id], options }) {
    const { client } = await connect(env);
    const publisher = await client.renamePublisher(id!, nameOf(options));
    out.done(`${publisher.id} is called ${out.color.bold(publisher.name)} from now on`);
    return { json: { publisher } };
  },
});

const assign = defineCommand<{ app?: string }>({
  name: 'assign',
  summary: 'say whose a mini-app is',
  description: 'Needs the scope admin.',
  arguments: [['<id>', 'the publisher, or none']],
  options: [['--app <appId>', 'the mini-app; by default the one in this folder']],
  examples: [
    ['miniapp publishers assign acme --app com.acme.orders', 'it belongs to acme'],
    ['miniapp publishers assign none --app com.acme.orders', 'it belongs to nobody'],
  ],
  async run(context, { args: [id], options }) {
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    const owner = await client.assignApp(appId, id === 'none' ? null : id!);
    context.out.done(`${appId} belongs to ${owner.publisher?.name ?? 'nobody'}`);
    return { json: { owner } };
  },
});

const allowName = defineCommand<{ app?: string; reason?: string }>({
  name: 'allow-name',
  summary: 'let a mini-app have a name that looks like another’s',
  description: 'Needs a token with the scope trust.',
  arguments: [['<name>', 'the name']],
  options: [
    ['--app <appId>', 'the mini-app; by default the one in this folder'],
    ['--reason <text>', 'for the audit log'],
  ],
  examples: [
    ['miniapp publishers allow-name Orders --app com.acme.orders', 'publish it again then'],
  ],
  async run(context, { args: [name], options }) {
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    const reason = options.reason === undefined ? {} : { reason: options.reason };
    const allowed = await client.allowName(appId, { name: name!, ...reason });
    context.out.done(`${appId} may be called ${context.out.color.bold(allowed.name)}`);
    return { json: { allowed } };
  },
});

export const publishersGroup: CommandGroup = {
  name: 'publishers',
  summary: 'say who publishes, what is theirs, and which names they may use',
  commands: [list, create, rename, assign, allowName],
};

function nameOf({ name, allowLookAlike }: NameOptions) {
  if (name === undefined) throw usageError('No name is given.', 'Add --name "Acme".');
  return { name, ...(allowLookAlike && { allowLookAlike }) };
}
