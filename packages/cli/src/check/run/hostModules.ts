import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Platform } from '@host/contracts';
import type { NativePlatform } from '@host/headless-host';

import { loadRspack, resolveBundler } from '../../build/loadRspack.ts';
import { runCompiler } from '../../build/runCompiler.ts';
import type { Finding } from '../Finding.types.ts';

/** The versions of modules that a build takes from its host but not every host shares, by module. */
type HostModuleVersions = Record<string, string>;

const FOLDER = 'node_modules/.cache/miniapp/host-modules';

/** Reads the configuration's `host`, as recorded by the last build for a platform. */
export async function readHostModules(
  root: string,
  platform: Platform,
): Promise<HostModuleVersions> {
  const text = await readFile(join(root, FOLDER, `${platform}.json`), 'utf8').catch(() => '{}');
  return JSON.parse(text) as HostModuleVersions;
}

/**
 * Builds a script with these libraries from the project's installed packages, so that the mini-app can run as in a host that
 * shares them; undefined if there are none.
 */
export async function buildHostModules(
  root: string,
  platform: NativePlatform,
): Promise<string | undefined> {
  const modules = await readHostModules(root, platform);
  if (Object.keys(modules).length === 0) return undefined;
  const path = createRequire(resolveBundler(root)).resolve('@host/bundler');
  const { hostModulesConfig } = (await import(
    pathToFileURL(path).href
  )) as typeof import('@host/bundler');
  const file = join(root, FOLDER, `${platform}.js`);
  await runCompiler(await loadRspack(root), hostModulesConfig({ root, platform, modules, file }));
  return file;
}

/** Warns that other hosts will not get this version. */
export function hostModuleFindings(modules: HostModuleVersions, platform: Platform): Finding[] {
  return Object.entries(modules).map(([name, version]) => ({
    check: 'structure',
    severity: 'warning',
    code: 'structure-host-module',
    message: `It takes ${name} from its host, as \`host\` in rspack.config.mjs says, and not every host shares that: only those that do, such as one with ${version}, are given this version.`,
    fix: `Nothing, where your host shares it. For every host, use a library that is JavaScript alone instead of ${name}.`,
    platform,
  }));
}
