import { connect } from '../../account/connect.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { chooseVersion } from '../../project/chooseApp.ts';

const VERSION = [
  '[version]',
  'com.acme.orders@1.4.0, or 1.4.0 of the mini-app in this folder',
] as const;

const PUBLISHER = [
  '--publisher <id>',
  'all mini-apps of this publisher instead of a version',
] as const;

const give = defineCommand<{ reason?: string; publisher?: string }>({
  name: 'give',
  summary: 'let a reviewed version run beside the code of hosts',
  description:
    'Hosts are told at once. Later versions run in frames until they are trusted, too; of a trusted publisher they run in a realm while they declare no more permissions than now. The trust lapses when a key is registered or revoked. Needs a token with the scope trust, which no token that publishes has.',
  arguments: [VERSION],
  options: [PUBLISHER, ['--reason <text>', 'for the audit log']],
  examples: [
    ['miniapp trust give com.acme.orders@1.4.0 --reason "Reviewed"', 'this one version'],
    ['miniapp trust give --publisher acme', 'what it publishes, as it is now'],
    ['miniapp inspect com.acme.orders@1.4.0', 'shows whether it is trusted, and why not'],
  ],
  async run(context, { args: [named], options }) {
    const { client } = await connect(context.env);
    const reason = options.reason === undefined ? {} : { reason: options.reason };
    if (options.publisher !== undefined) {
      const publisher = await client.trustPublisher(options.publisher, reason);
      context.out.done(`${publisher.name} is trusted with the mini-apps that it has now`);
      return { json: { publisher } };
    }
    const { appId, version } = await chooseVersion(context, named);
    const record = await client.trustVersion(appId, version, reason);
    context.out.done(`${appId}@${version} runs in a ${record.isolation} from now on`);
    return { json: { record } };
  },
});

const take = defineCommand<{ publisher?: string }>({
  name: 'take',
  summary: 'have a version run in frames again',
  description: 'Whoever releases a mini-app can do this, too.',
  arguments: [VERSION],
  options: [PUBLISHER],
  examples: [
    ['miniapp trust take com.acme.orders@1.4.0', 'hosts are told at once'],
    ['miniapp trust take --publisher acme', 'what was trusted by itself stays so'],
  ],
  async run(context, { args: [named], options }) {
    const { client } = await connect(context.env);
    if (options.publisher !== undefined) {
      const publisher = await client.distrustPublisher(options.publisher);
      context.out.done(`${publisher.name} is not trusted any more`);
      return { json: { publisher } };
    }
    const { appId, version } = await chooseVersion(context, named);
    const record = await client.distrustVersion(appId, version);
    context.out.done(`${appId}@${version} runs in a ${record.isolation} from now on`);
    return { json: { record } };
  },
});

export const trustGroup: CommandGroup = {
  name: 'trust',
  summary: 'say which versions run beside the code of hosts',
  commands: [give, take],
};
