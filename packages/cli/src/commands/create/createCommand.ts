import { basename, relative, resolve } from 'node:path';

import { defineCommand } from '../../terminal/defineCommand.ts';
import { askIdentity } from './askIdentity.ts';
import { demandEmptyFolder } from './demandEmptyFolder.ts';
import { packageManager } from './packageManager.ts';
import { writeTemplate } from './writeTemplate.ts';

interface CreateOptions {
  id?: string;
  name?: string;
  yes?: boolean;
}

export const createCommand = defineCommand<CreateOptions>({
  name: 'create',
  summary: 'start a new mini-app in an empty folder',
  description:
    'Asks for the id and the name, and writes a mini-app that builds, runs and passes its test as it is.',
  arguments: [['[dir]', 'the folder to make; by default the last part of the id']],
  options: [
    ['--id <appId>', 'the identifier, a reverse domain such as com.acme.orders'],
    ['--name <name>', 'the name that people see'],
    ['-y, --yes', 'ask nothing, take what is likely'],
  ],
  examples: [
    ['miniapp create', 'asks for everything'],
    ['miniapp create orders --id com.acme.orders --name Orders', 'asks nothing'],
    ['miniapp create orders --yes', 'com.example.orders, to be changed later'],
  ],
  async run({ cwd, env, out }, { args: [dir], options }) {
    // Nobody should answer questions only to hear that the folder cannot be used.
    if (dir !== undefined) await demandEmptyFolder(resolve(cwd, dir), dir);
    const folderName = dir === undefined ? undefined : basename(resolve(cwd, dir));
    const identity = await askIdentity(out, options, folderName);
    const shown = dir ?? identity.appId.split('.').at(-1)!;
    const target = resolve(cwd, shown);
    await demandEmptyFolder(target, shown);
    const files = await writeTemplate(target, identity);

    const { install, run } = packageManager(env);
    const { color } = out;
    out.done(`${identity.name} (${identity.appId}) is in ${color.bold(`${shown}/`)}`);
    out.line();
    out.line('Next:');
    const steps = [
      [`cd ${relative(cwd, target) || '.'}`, ''],
      [install, ''],
      [run('start'), 'see it in the browser'],
      [run('check'), 'run it on both engines, without a phone'],
    ];
    out.table(steps.map(([call = '', meaning = '']) => [color.cyan(call), color.dim(meaning)]));
    return { json: { dir: target, ...identity, files } };
  },
});
