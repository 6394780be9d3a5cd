import { cp, mkdir, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type BuildFiles, readBuild } from './buildFiles.ts';
import { cpuSeconds } from './cpuSeconds.ts';
import { temporaryFolder } from './leaveNothing.ts';

/** The example mini-app in a project with a given bundler. */
export interface BundlerProject {
  root: string;
  /** Builds for ios; resolves to the CPU time. */
  build(): Promise<number>;
  /** Clears the build caches. */
  forget(): Promise<void>;
  /** The build output. */
  files(): Promise<BuildFiles>;
  /** Changes or reverts one line. */
  edit(text: string, replacement: string): Promise<void>;
}

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const EXAMPLE = at('mini-apps/orders');
const CHANGED = 'src/texts.ts';

/** The example as it is: `miniapp bundle`. */
export async function ourProject(): Promise<BundlerProject> {
  const root = await temporaryFolder();
  for (const file of ['package.json', 'rspack.config.mjs'])
    await cp(join(EXAMPLE, file), join(root, file));
  await link(root, [`${EXAMPLE}/node_modules`]);
  const command = [at('packages/cli/bin/miniapp.js'), 'bundle', '--platform', 'ios'];
  return project(root, command, () => readBuild(join(root, 'build/ios')));
}

/** The same sources in a project of Re.Pack with its defaults: `react-native bundle`. */
export async function repackProject(env: NodeJS.ProcessEnv = {}): Promise<BundlerProject> {
  const root = await temporaryFolder();
  await cp(at('bench/peers/repack-defaults'), root, { recursive: true });
  // All installed packages in the layout that npm would use.
  await link(root, [
    at('packages/headless-host/node_modules'),
    at('packages/bundler/node_modules'),
    at('node_modules'),
    at('node_modules/.pnpm/node_modules'),
  ]);
  return project(
    root,
    ['build.mjs'],
    async () => {
      const files = await readBuild(join(root, 'build/outputs/ios/remotes'));
      const manifest = await readFile(join(root, 'build/generated/ios/mf-manifest.json'));
      return new Map([...files, ['mf-manifest.json', manifest]]);
    },
    env,
  );
}

async function project(
  root: string,
  command: readonly string[],
  files: () => Promise<BuildFiles>,
  env: NodeJS.ProcessEnv = {},
): Promise<BundlerProject> {
  for (const part of ['src', 'manifest.json', 'fixtures.json'])
    await cp(join(EXAMPLE, part), join(root, part), { recursive: true });
  return {
    root,
    build: () => cpuSeconds(root, command, env),
    forget: () => rm(join(root, 'node_modules/.cache'), { recursive: true, force: true }),
    files,
    async edit(text, replacement) {
      const before = await readFile(join(root, CHANGED), 'utf8');
      if (!before.includes(text)) throw new Error(`There is no ${text} in ${CHANGED}.`);
      await writeFile(join(root, CHANGED), before.replace(text, replacement));
    },
  };
}

/** Links packages individually, so that the project has its own cache folder. The first folder that has a package wins. */
async function link(root: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    for (const name of await packagesIn(folder)) {
      const target = join(root, 'node_modules', name);
      await mkdir(join(target, '..'), { recursive: true });
      await symlink(await realpath(join(folder, name)), target).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      });
    }
  }
}

async function packagesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const nested = names.map(async (name) =>
    name.startsWith('@')
      ? (await readdir(join(folder, name))).map((inner) => `${name}/${inner}`)
      : [name],
  );
  return (await Promise.all(nested)).flat();
}
