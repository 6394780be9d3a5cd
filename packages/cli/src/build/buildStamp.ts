import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Platform } from '@host/contracts';

import { packageVersion } from '../packageRoot.ts';
import { listFiles } from '../project/listFiles.ts';

const INPUTS = [
  'manifest.json',
  'package.json',
  'rspack.config.mjs',
  'tsconfig.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
];

/** Notes what a platform was built from and into, so that an unchanged project is not built again. */
export async function rememberBuild(root: string, platform: Platform): Promise<void> {
  const file = stampFile(root, platform);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await stampOf(root, platform));
}

/** Whether `build/<platform>` is what the project's files would be built into, and nobody changed it since. */
export async function isBuildFresh(root: string, platform: Platform): Promise<boolean> {
  const kept = await readFile(stampFile(root, platform), 'utf8').catch(() => undefined);
  return kept !== undefined && kept === (await stampOf(root, platform));
}

function stampFile(root: string, platform: Platform): string {
  return join(root, 'node_modules/.cache/miniapp', `build-${platform}.sha256`);
}

async function stampOf(root: string, platform: Platform): Promise<string> {
  const hash = createHash('sha256');
  hash.update(`${packageVersion()} ${process.version} ${process.env['STANDALONE'] ?? ''}\n`);
  const sources = (await listFiles(join(root, 'src'))).map((path) => `src/${path}`);
  const built = (await listFiles(join(root, 'build', platform))).map(
    (path) => `build/${platform}/${path}`,
  );
  for (const path of [...INPUTS, ...sources, ...built]) {
    const content = await readFile(join(root, path)).catch(() => Buffer.of());
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  for (const name of await dependenciesOf(root)) {
    hash.update(`${name} ${installedManifest(root, name)}\n`);
  }
  return hash.digest('hex');
}

async function dependenciesOf(root: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
}

/** Where a dependency is installed: with a strict package manager the path holds its version. */
function installedManifest(root: string, name: string): string {
  const resolver = createRequire(join(root, 'package.json'));
  try {
    const path = resolver.resolve(`${name}/package.json`);
    return `${path} ${(resolver(path) as { version: string }).version}`;
  } catch {
    return 'not found';
  }
}
