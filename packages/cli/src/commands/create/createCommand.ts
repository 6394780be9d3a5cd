import { basename, relative, resolve } from 'node:path';

import { defineCommand } from '../../terminal/defineCommand.ts';
import { askIdentity } from './askIdentity.ts';
import { requireEmptyFolder } from './requireEmptyFolder.ts';
import { findRegistry } from './findRegistry.ts';
import { isInWorkspace } from './findWorkspace.ts';
import { initRepository } from './initRepository.ts';
import { packageManager } from './packageManager.ts';
import { TEMPLATES } from './templates.ts';
import { writeRegistryFiles } from './writeRegistryFiles.ts';
import { writeTemplate } from './writeTemplate.ts';

interface CreateOptions {
  id?: string;
  name?: string;
  template?: string;
  registry?: string;
  /** `--no-git` makes it false. */
  git?: boolean;
  yes?: boolean;
}

export const createCommand = defineCommand<CreateOptions>({
  name: 'create',
  summary: 'start a new mini-app in an empty folder',
  description:
    'Asks for the id, the name and a template, and writes a mini-app in TypeScript that builds, runs and passes its test as it is. Outside of a git repository it makes one.',
  arguments: [['[dir]', 'the folder to make; by default the last part of the id']],
  options: [
    ['--id <appId>', 'the identifier, a reverse domain such as com.acme.orders'],
    ['--name <name>', 'the name that people see'],
    ['--template <name>', `${Object.keys(TEMPLATES).join(', ')}; list by default`],
    ['--registry <url>', 'where npm finds the packages of the platform, https://host.example/npm/'],
    ['--no-git', 'make no git repository'],
    ['-y, --yes', 'ask nothing, take what is likely'],
  ],
  examples: [
    ['miniapp create', 'asks for everything'],
    ['miniapp create orders --id com.acme.orders --name Orders', 'asks nothing'],
    ['miniapp create orders --template tabs --yes', 'from another template'],
    ['miniapp create orders --yes', 'com.example.orders, to be changed later'],
  ],
  async run({ cwd, env, out }, { args: [dir], options }) {
    // Before the questions, so that nobody answers them in vain.
    if (dir !== undefined) await requireEmptyFolder(resolve(cwd, dir), dir);
    const folderName = dir === undefined ? undefined : basename(resolve(cwd, dir));
    const { template, ...identity } = await askIdentity(out, options, folderName);
    const shown = dir ?? identity.appId.split('.').at(-1)!;
    const target = resolve(cwd, shown);
    await requireEmptyFolder(target, shown);
    const registry = await findRegistry(options.registry, { cwd, env });
    const inWorkspace = await isInWorkspace(target);
    const files = await writeTemplate(target, identity, { template, inWorkspace });
    if (!inWorkspace) files.push(...(await writeRegistryFiles(target, registry.url)));
    if (options.git !== false) await initRepository(target);

    const { install, run } = packageManager(env);
    const { color } = out;
    out.done(`${identity.name} (${identity.appId}) is in ${color.bold(`${shown}/`)}`);
    if (inWorkspace) {
      out.line(color.dim('  It uses the packages of this workspace.'));
    } else if (registry.isGuess) {
      out.warn(
        `@host packages are installed from ${registry.url}, where a server on this machine has them.`,
        'Is yours elsewhere? Change .npmrc and .yarnrc.yml, or use --registry.',
      );
    } else {
      out.line(color.dim(`  @host packages are installed from ${registry.url} alone (.npmrc).`));
    }
    out.line();
    out.line('Next:');
    const steps = [
      [`cd ${relative(cwd, target) || '.'}`, ''],
      [install, ''],
      [run('start'), 'see it in the browser'],
      [run('check'), 'run it on both engines, without a phone'],
    ];
    out.table(steps.map(([call = '', meaning = '']) => [color.cyan(call), color.dim(meaning)]));
    return {
      json: {
        dir: target,
        ...identity,
        template,
        ...(!inWorkspace && { registry: registry.url }),
        files: files.toSorted(),
      },
    };
  },
});
