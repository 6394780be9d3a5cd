import { execFile } from 'node:child_process';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { documentedBlock, withOwn } from '../../scripts/build/documentedBlock.ts';
import { pnpm } from '../../scripts/build/pnpm.mjs';
import { shellCommands } from '../../scripts/build/shellCommands.mjs';
import type { NODE_VERSIONS } from '../../scripts/node-versions/nodeVersions.mjs';
import type { Buildah } from './Buildah.ts';
import { makeBuildRoot, makeRuntimeRoot, nativeArchitecture } from './makeRoot.ts';
import { makeSmallRoot } from './makeSmallRoot.ts';
import type { BuiltImage } from './startInImage.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONTAINERFILE = join(ROOT, 'deploy/Containerfile');
/** Where pnpm keeps its store in the first stage. */
const DATA_HOME = '/var/lib';
const run = promisify(execFile);

/** Programs for what this machine is not. */
interface ForArm64 {
  compiler: string;
  emulator: string;
}

/** Builds the whole Containerfile, on roots of the Debian and the Node that it names. */
export async function buildWhole(buildah: Buildah, mmdebstrap: string): Promise<BuiltImage> {
  const options = { mmdebstrap, ...(await namedBase()) };
  const arch = nativeArchitecture();
  const [build, runtime] = [join(buildah.folder, 'build'), join(buildah.folder, 'runtime')];
  const env = await makeBuildRoot(build, options);
  await makeRuntimeRoot(runtime, { ...options, arch });
  await buildah.commit(build, 'localhost/build', {
    arch,
    env: { ...env, XDG_DATA_HOME: DATA_HOME },
  });
  await buildah.commit(runtime, 'localhost/runtime', { arch });
  // What is downloaded already is not downloaded again.
  const [program = '', ...rest] = await pnpm('store', 'path');
  const store = (await run(program, rest, { cwd: ROOT })).stdout.trim();
  const volume = ['--volume', `${store}:${DATA_HOME}/pnpm/store/${store.split('/').at(-1)}`];
  const bases = { BUILD_IMAGE: 'localhost/build', RUNTIME_IMAGE: 'localhost/runtime' };
  await bud(buildah, 'host-server', bases, [...volume, ROOT]);
  return openImage(buildah, 'host-server');
}

/** Builds the last stage alone, on what the command of the page makes here. */
export async function buildLast(buildah: Buildah): Promise<BuiltImage> {
  const [stage, base] = [join(buildah.folder, 'stage'), join(buildah.folder, 'base')];
  await makeStage(stage);
  await makeSmallRoot(base);
  await buildah.commit(base, 'localhost/base', { arch: nativeArchitecture() });
  await budLast(buildah, 'host-server', { base: 'localhost/base', stage });
  return openImage(buildah, 'host-server');
}

/**
 * Builds the last stage for arm64 on a machine of another architecture: what the stage before would hand over is made on this
 * machine, but for what is in C, which is compiled for the other.
 */
export async function buildLastForArm64(
  buildah: Buildah,
  mmdebstrap: string,
  { compiler, emulator }: ForArm64,
): Promise<BuiltImage> {
  const [stage, base] = [join(buildah.folder, 'stage-arm64'), join(buildah.folder, 'arm64')];
  await makeRuntimeRoot(base, { mmdebstrap, ...(await namedBase()), arch: 'arm64' });
  await buildah.commit(base, 'localhost/arm64', { arch: 'arm64' });
  await makeStage(stage);
  // Run by the Node that the first stage has, whose headers lie beside it.
  const node = join(buildah.folder, 'build/usr/local/bin/node');
  const script = `const { buildNative } = await import(${JSON.stringify(join(ROOT, 'server/native/buildNative.mjs'))});
    const built = Object.values(await buildNative(process.argv[1]));
    if (built.some(({ file }) => file === undefined)) throw new Error(JSON.stringify(built));`;
  await run(node, ['--input-type=module', '--eval', script, join(stage, 'app/dist')], {
    env: { ...process.env, CC: compiler },
  });
  await budLast(buildah, 'host-server-arm64', { base: 'localhost/arm64', stage }, [
    '--arch',
    'arm64',
  ]);
  return { ...(await openImage(buildah, 'host-server-arm64')), emulator };
}

/** What the first stage hands over: the server as the page has it assembled, and its volume. */
async function makeStage(stage: string): Promise<void> {
  await mkdir(join(stage, 'volume/data'), { recursive: true });
  const assemble = await documentedBlock('docs/operating.md', 'sh', 'assemble-server.mjs');
  const here = withOwn(assemble, { '/opt/host-server': `'${join(stage, 'app')}'` });
  await run('sh', ['-e', '-c', here], { cwd: ROOT });
}

async function budLast(
  buildah: Buildah,
  name: string,
  { base, stage }: { base: string; stage: string },
  flags: readonly string[] = [],
): Promise<void> {
  const bases = { BUILD_IMAGE: base, RUNTIME_IMAGE: base };
  await bud(buildah, name, bases, [...flags, '--build-context', `build=${stage}`, stage]);
}

async function bud(
  buildah: Buildah,
  name: string,
  bases: Record<string, string>,
  rest: readonly string[],
): Promise<void> {
  const flags = Object.entries(bases).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
  const settings = ['--isolation', 'chroot', '--format', 'docker', '--pull-never'];
  await buildah.run('build', ...settings, ...(await namedOptions(name)), ...flags, ...rest);
}

/** The options that the page gives podman, which takes the same as buildah, with another tag. */
async function namedOptions(tag: string): Promise<string[]> {
  const [words = []] = shellCommands(await documentedBlock('docs/operating.md', 'sh', 'podman'));
  const [podman, command, ...options] = words;
  if (podman !== 'podman' || command !== 'build' || options.pop() !== '.') {
    throw new Error(`This does not build an image of the repository: ${words.join(' ')}`);
  }
  return options.map((option) => (option === 'host-server' ? tag : option));
}

/** The release of Debian and the line of Node that the Containerfile builds on. */
async function namedBase() {
  const text = await readFile(CONTAINERFILE, 'utf8');
  const [, line, suite] = /^ARG BUILD_IMAGE=docker\.io\/library\/node:(\d+)-(\w+)$/m.exec(text)!;
  return { nodeLine: Number(line) as keyof typeof NODE_VERSIONS, suite: suite! };
}

async function openImage(buildah: Buildah, name: string): Promise<BuiltImage> {
  const data = join(buildah.folder, `data-of-${name}`);
  await mkdir(data, { mode: 0o700 });
  await chown(data, 1000, 1000);
  return { ...(await buildah.mount(name)), data };
}
