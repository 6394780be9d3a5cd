import { basename, relative, resolve } from 'node:path';

import {
  defineCommand,
  requireEmptyFolder,
  findRegistry,
  initRepository,
  packageManager,
  usageError,
  webOrigin,
  writeRegistryFiles,
} from '@host/cli/new-project';
import { Manifest } from '@host/contracts';
import { packageProblem } from '@host/native-project/package-problem';
import { schemeProblem } from '@host/native-project/scheme-problem';

import { SAMPLE, writeTemplate } from './writeTemplate.ts';

interface CreateHostOptions {
  id?: string;
  name?: string;
  languages?: string;
  server?: string;
  registry?: string;
  /** `--no-git` makes it false. */
  git?: boolean;
}

const Name = Manifest.shape.name;
/** An app id that is valid in both app stores. */
const APP_ID = /^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9]*)+$/;

export const createHostCommand = defineCommand<CreateHostOptions>({
  name: 'create',
  summary: 'start a new host app in an empty folder',
  description:
    'Writes a host for ios and android: a screen that lists the mini-apps of a server and opens them, and an app.json from which the native projects are made.',
  arguments: [['[dir]', 'the folder to make']],
  options: [
    ['--id <id>', 'the identifier in the stores, a reverse domain; com.example.<dir> by default'],
    ['--name <name>', 'the name under the icon; the name of the folder by default'],
    ['--languages <tags>', `the languages it speaks; ${SAMPLE.languages.join()} by default`],
    [
      '--server <url>',
      'the server whose mini-apps it opens; by default where the packages are from',
    ],
    ['--registry <url>', 'where npm finds the packages of the platform, https://host.example/npm/'],
    ['--no-git', 'make no git repository'],
  ],
  examples: [
    ['create-host shop', 'com.example.shop, to be changed later'],
    ['create-host shop --id com.acme.shop --name Acme', 'under a name of its own'],
  ],
  async run({ cwd, env, out }, { args: [dir], options }) {
    if (dir === undefined) {
      throw usageError('The new host needs a folder.', 'Name it, for example create-host my-app.');
    }
    const target = resolve(cwd, dir);
    await requireEmptyFolder(target, dir);
    const part = basename(target)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '');
    const likely = `com.example.${part}`;
    const isFit = APP_ID.test(likely) && packageProblem(likely) === undefined;
    const id = options.id ?? (isFit ? likely : `com.example.app${part}`);
    if (!APP_ID.test(id)) {
      throw usageError(
        `--id ${id} is no reverse domain of small letters and digits.`,
        'Use one such as com.acme.shop.',
      );
    }
    const problem = packageProblem(id);
    if (problem !== undefined) {
      throw usageError(`--id ${problem}.`, 'Use one such as com.acme.shop.');
    }
    const name = options.name ?? basename(target);
    if (!Name.safeParse(name).success) {
      throw usageError(
        `The name ${JSON.stringify(name)} does not fit under an icon.`,
        'Give it in one line of at most 80 characters, for example --name Acme.',
      );
    }
    const languages = languagesOf(options.languages ?? SAMPLE.languages.join());
    const registry = await findRegistry(options.registry, { cwd, env });
    const server = options.server ?? new URL(registry.url).origin;
    const identity = {
      id,
      name,
      scheme: schemeFor(id),
      languages,
      server: originOf(server),
    };
    const files = await writeTemplate(target, identity);
    files.push(...(await writeRegistryFiles(target, registry.url)));
    if (options.git !== false) await initRepository(target);

    const { install, run } = packageManager(env);
    const { color } = out;
    out.done(`${name} (${id}) is in ${color.bold(`${dir}/`)}`);
    out.line(color.dim(`  It opens mini-apps of ${identity.server} (src/config.ts).`));
    out.line();
    out.line('Next:');
    const steps = [
      [`cd ${relative(cwd, target) || '.'}`, ''],
      [install, ''],
      [run('native'), 'makes ios/ and android/'],
      [run('bundle:android'), 'makes the script, without the Android SDK'],
      [run('android'), 'builds and starts it; the Android SDK is needed, or a Mac for ios'],
    ];
    out.table(steps.map(([call = '', meaning = '']) => [color.cyan(call), color.dim(meaning)]));
    return {
      json: { dir: target, ...identity, registry: registry.url, files: files.toSorted() },
    };
  },
});

/** The last part of an id, unless it is a well-known scheme: `com.acme.tel` gets `acme-tel`. */
function schemeFor(id: string): string {
  const parts = id.split('.');
  const last = parts.at(-1)!;
  return schemeProblem(last) === undefined ? last : parts.slice(-2).join('-');
}

/** Parses language tags, normalized and without duplicates. */
function languagesOf(tags: string): string[] {
  try {
    return Intl.getCanonicalLocales(tags.split(',').map((tag) => tag.trim()));
  } catch {
    throw usageError(
      `--languages ${tags} names what is no tag of a language.`,
      'Use tags with commas between them, such as en,de,zh-Hans.',
    );
  }
}

/** The origin, safe to be written into sources: without a path, and without characters that would end a string. */
function originOf(server: string): string {
  const origin = webOrigin(server);
  if (origin !== undefined) return origin;
  throw usageError(`--server ${server} is no address.`, 'Use one such as https://host.example.');
}
