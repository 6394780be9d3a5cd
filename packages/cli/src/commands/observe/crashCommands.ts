import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import { chooseApp } from '../../project/chooseApp.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import { readChoice } from '../../terminal/readChoice.ts';
import { MAX_OPTION, readMax } from './readMax.ts';

const SORTS = ['-lastAt', '-count', '-installs', 'lastAt', 'count', 'installs'] as const;

interface ListOptions {
  app?: string;
  version?: string;
  sort?: string;
  max?: string;
}

const list = defineCommand<ListOptions>({
  name: 'list',
  summary: 'list where mini-apps crash, the latest first',
  options: [
    ['--app <appId>', 'of this mini-app; of all by default'],
    ['--version <version>', 'those that this version had'],
    ['--sort <order>', '-lastAt by default; -count or -installs'],
    MAX_OPTION,
  ],
  examples: [
    ['miniapp crashes list --app com.acme.orders --sort=-installs', 'what hits most first'],
  ],
  async run({ env, out }, { options }) {
    const { app: appId, version } = options;
    const sort = readChoice(options.sort, '--sort', SORTS);
    const max = readMax(options.max);
    const { client } = await connect(env);
    const crashes = await readPages(
      (page) => client.listCrashes({ ...page, appId, version, sort }),
      max,
    );
    if (crashes.length === 0) out.line('Nothing crashed.');
    else {
      out.table([
        ['MINI-APP', 'PLACE', 'TIMES', 'INSTALLS', 'LAST', 'WHAT'].map(out.color.dim),
        ...crashes.map(({ appId: id, place, count, installs, lastAt, lastVersion, message }) => [
          out.color.bold(id),
          place,
          `${count}`,
          `${installs.isExact ? '' : 'about '}${installs.count}`,
          `${formatDate(lastAt)} in ${lastVersion}`,
          message.split('\n')[0] ?? '',
        ]),
      ]);
    }
    return { json: { crashes } };
  },
});

const show = defineCommand<{ app?: string; version?: string }>({
  name: 'show',
  summary: 'show a crash with its versions and its stack in the source',
  arguments: [['<place>', 'the place that `miniapp crashes list` shows']],
  options: [
    ['--app <appId>', 'of this mini-app; by default the one in this folder'],
    ['--version <version>', 'the stack of this version; by default where it happened last'],
  ],
  examples: [
    ['miniapp crashes show 5f70bf18a086007016e948b04aed3b82 --app com.acme.orders', 'one of them'],
  ],
  async run(context, { args: [place], options }) {
    const { out, env } = context;
    const { appId } = await chooseApp(context, options.app);
    const { client } = await connect(env);
    const crash = await client.getCrash(appId, place!, { version: options.version });
    out.line(`${out.color.bold(crash.message)} (${crash.count} times)`);
    out.table([
      ['VERSION', 'STATE', 'TIMES', 'LAST'].map(out.color.dim),
      ...crash.versions.map(({ version, status, count, lastAt }) => [
        version,
        status,
        `${count}`,
        formatDate(lastAt),
      ]),
    ]);
    for (const { reported, source } of crash.stack?.frames ?? []) {
      out.line(
        source === undefined
          ? `  ${reported}`
          : `  at ${source.name ?? '…'} (${source.file}:${source.line}:${source.column})`,
      );
    }
    return { json: { crash } };
  },
});

export const crashesGroup: CommandGroup = {
  name: 'crashes',
  summary: 'see where mini-apps crash, with stacks in the source',
  commands: [list, show],
};
