import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { nodePackage } from '../../scripts/node-versions/installNode.mjs';
import { NODE_VERSIONS } from '../../scripts/node-versions/nodeVersions.mjs';

const run = promisify(execFile);
const MIRROR = 'http://deb.debian.org/debian';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** What Node's own image has for those who compile, as far as it is used. */
const FOR_BUILDING = ['gcc', 'libc6-dev', 'ca-certificates'];
/** What Node needs, and a shell. */
const FOR_RUNNING = ['base-files', 'dash', 'libc6', 'libstdc++6'];
/** How Node names what Debian and images name otherwise. */
const NAMES_OF_NODE = { amd64: 'x64', arm64: 'arm64' };

export type Architecture = keyof typeof NAMES_OF_NODE;

interface RootOptions {
  mmdebstrap: string;
  /** Debian's release, and the line of Node, that the Containerfile names. */
  suite: string;
  nodeLine: keyof typeof NODE_VERSIONS;
  arch: Architecture;
}

/** Makes the root of an image of Debian with a Node, in which the server runs. */
export async function makeRuntimeRoot(root: string, options: RootOptions): Promise<void> {
  // Nothing of it runs while it is made, so it may be for another machine.
  await bootstrap(root, options, ['--variant=extract', `--include=${FOR_RUNNING.join(',')}`]);
  await addNode(root, options, ['bin']);
}

/**
 * Makes the root of an image of Debian with a compiler, and a Node with its headers and npm, which knows the certificates
 * of this machine. Resolves to the environment that it needs for them.
 */
export async function makeBuildRoot(
  root: string,
  options: Omit<RootOptions, 'arch'>,
): Promise<Record<string, string>> {
  const native = { ...options, arch: nativeArchitecture() };
  await bootstrap(root, native, ['--variant=minbase', `--include=${FOR_BUILDING.join(',')}`]);
  await addNode(root, native, ['bin', 'include']);
  // Node's package has no npm; this machine's is JavaScript.
  const npx = await realpath((await run('which', ['npx'])).stdout.trim());
  const modules = join(root, 'usr/local/lib/node_modules');
  await cp(join(dirname(npx), '..'), join(modules, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name));
  }
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates === undefined) return {};
  await copyFile(certificates, join(root, CERTIFICATES));
  return { NODE_EXTRA_CA_CERTS: CERTIFICATES, npm_config_cafile: CERTIFICATES };
}

/** The architecture of this machine as Debian names it. */
export function nativeArchitecture(): Architecture {
  return process.arch === 'arm64' ? 'arm64' : 'amd64';
}

async function bootstrap(
  root: string,
  { mmdebstrap, suite, arch }: RootOptions,
  flags: readonly string[],
): Promise<void> {
  await run(mmdebstrap, [...flags, `--architectures=${arch}`, suite, root, MIRROR]);
}

/** Node as npm has it, which has one for each architecture. */
async function addNode(
  root: string,
  { nodeLine, arch }: RootOptions,
  parts: readonly string[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'node-'));
  try {
    const name = `${nodePackage('linux', NAMES_OF_NODE[arch])}@${NODE_VERSIONS[nodeLine]}`;
    const { stdout } = await run('npm', ['pack', '--silent', name], { cwd: folder });
    const paths = parts.map((part) => `package/${part}`);
    const local = join(root, 'usr/local');
    await mkdir(local, { recursive: true });
    const archive = join(folder, stdout.trim());
    await run('tar', ['-xzf', archive, '-C', local, '--strip-components=1', ...paths]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
