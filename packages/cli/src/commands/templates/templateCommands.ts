import { PushContent, type PushTemplate } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { CliError } from '../../terminal/CliError.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { confirm } from '../../terminal/confirm.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import { printableJson } from '../../terminal/printable.ts';
import { readJsonFile } from '../../terminal/readJsonFile.ts';

const APP = ['--app <appId>', 'the mini-app that it is for; the platform by default'] as const;
const NAME = ['<name>', 'the name that `miniapp templates list` shows'] as const;

interface AppOptions {
  app?: string;
}

const list = defineCommand<AppOptions>({
  name: 'list',
  summary: 'list the pushes that are written once and sent often',
  options: [['--app <appId>', 'those of this mini-app; all by default']],
  examples: [['miniapp templates list', 'of the platform and of mini-apps']],
  async run({ env, out }, { options: { app } }) {
    const { client } = await connect(env);
    const { items } = await client.listPushTemplates();
    const templates = app === undefined ? items : items.filter(({ appId }) => appId === app);
    if (templates.length === 0) {
      out.line(app === undefined ? 'No template is saved.' : `No template of ${app} is saved.`);
    } else {
      out.table([
        ['NAME', 'FOR', 'TITLE', 'CHANGED'].map(out.color.dim),
        ...templates.map(({ name, appId, content, updatedAt }) => [
          out.color.bold(name),
          appId ?? 'the platform',
          content.notification?.title ?? '',
          formatDate(updatedAt),
        ]),
      ]);
    }
    return { json: { templates } };
  },
});

const show = defineCommand<AppOptions>({
  name: 'show',
  summary: 'print what a template says as JSON',
  arguments: [NAME],
  options: [APP],
  examples: [['miniapp templates show Sale > sale.json', 'to change it and put it back']],
  async run({ env, out }, { args: [name = ''], options: { app } }) {
    const { client } = await connect(env);
    const template = find((await client.listPushTemplates()).items, name, app);
    out.line(printableJson(template.content));
    return { json: { template } };
  },
});

const put = defineCommand<AppOptions>({
  name: 'put',
  summary: 'save a template from a JSON file',
  description:
    'One that has the name already is replaced. The file holds what a push says, without whom it is for: notification, data, collapse_key, priority and time_to_live. Needs the scope push.',
  arguments: [
    ['<name>', 'how it is found in the console'],
    ['<file>', 'a JSON object'],
  ],
  options: [APP],
  examples: [
    ['miniapp templates put Sale sale.json', 'for the platform'],
    ['miniapp templates put Ready ready.json --app com.acme.orders', 'for a mini-app'],
  ],
  async run({ cwd, env, out }, { args: [name = '', file = ''], options: { app } }) {
    const content = await readJsonFile(cwd, file, {
      schema: PushContent,
      fix: 'Give a JSON file that holds what a push says: {"notification": {"title": "Sale"}}.',
      code: 'template-invalid',
    });
    const { client } = await connect(env);
    const template = await client.savePushTemplate(name, { content, appId: app });
    out.done(`The template ${out.color.bold(template.name)} is saved`);
    return { json: { template } };
  },
});

const remove = defineCommand<AppOptions & { yes?: boolean }>({
  name: 'remove',
  summary: 'delete a template',
  arguments: [NAME],
  options: [APP, ['-y, --yes', 'do not ask']],
  examples: [['miniapp templates remove Sale --yes', 'in a script']],
  async run({ env, out }, { args: [name = ''], options: { app, yes } }) {
    const { client } = await connect(env);
    await confirm(out, `Delete the template ${name}?`, yes);
    const template = await client.deletePushTemplate(name, { appId: app });
    out.done(`The template ${template.name} is deleted`);
    return { json: { template } };
  },
});

export const templatesGroup: CommandGroup = {
  name: 'templates',
  summary: 'pushes that are written once and sent often',
  commands: [list, show, put, remove],
};

function find(items: readonly PushTemplate[], name: string, app: string | undefined): PushTemplate {
  const found = items.find((each) => each.name === name && each.appId === app);
  if (found) return found;
  throw new CliError(
    `There is no template "${name}" of ${app ?? 'the platform'}.`,
    'See which there are with `miniapp templates list`; one of a mini-app is named with --app.',
    { code: 'template-not-found' },
  );
}
