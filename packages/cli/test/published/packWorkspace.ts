import { cp, mkdir, readFile, readdir, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runCommand } from './runCommand.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** What the builds of packages use besides packages. */
const SHARED = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'scripts/build',
  'tsconfig.base.json',
  'tsconfig.react.json',
];
const NOT_COPIED = new Set(['node_modules', 'dist', '.fixtures']);

/**
 * Builds and packs every package as it would be published, in a copy of the repository: what others run from `dist`
 * meanwhile stays as it is. Resolves to the archives by package.
 */
export async function packWorkspace(folder: string): Promise<Record<string, string>> {
  const copy = join(folder, 'repository');
  const packed = join(folder, 'packed');
  await mkdir(join(copy, 'packages'), { recursive: true });
  await mkdir(packed);
  for (const path of SHARED) await cp(join(ROOT, path), join(copy, path), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

  const published = await copyPackages(copy);
  const tarballs: Record<string, string> = {};
  const { packageManager } = await readJson(join(ROOT, 'package.json'));
  const tools = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`;
  for (const { folder: target, name, scripts } of published) {
    // Not through pnpm: it would install first, into the repository that the copy is linked to.
    await runCommand(['sh', '-c', scripts!.build], target, { PATH: tools });
    const before = new Set(await readdir(packed));
    const pack = ['pack', '--pack-destination', packed];
    await runCommand(['npx', '--yes', packageManager!, ...pack], target);
    const file = (await readdir(packed)).find((entry) => !before.has(entry));
    tarballs[name!] = join(packed, file!);
  }
  return tarballs;
}

/** Copies all packages, since some look into others, and gives back those that are published. */
async function copyPackages(copy: string): Promise<(PackageJson & { folder: string })[]> {
  const published = [];
  for (const name of await readdir(join(ROOT, 'packages'))) {
    const source = join(ROOT, 'packages', name);
    const manifest = await readJson(join(source, 'package.json')).catch(() => undefined);
    if (!manifest) continue;
    const folder = join(copy, 'packages', name);
    await cp(source, folder, {
      recursive: true,
      filter: (path) => !NOT_COPIED.has(basename(path)),
    });
    await symlink(join(source, 'node_modules'), join(folder, 'node_modules'));
    if (!manifest.private) published.push({ ...manifest, folder });
  }
  return published;
}

interface PackageJson {
  name?: string;
  private?: boolean;
  packageManager?: string;
  scripts?: { build: string };
}

async function readJson(path: string): Promise<PackageJson> {
  return JSON.parse(await readFile(path, 'utf8')) as PackageJson;
}
