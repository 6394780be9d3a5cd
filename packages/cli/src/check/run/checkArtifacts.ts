import { join } from 'node:path';

import type { Platform } from '@host/contracts';
import type { NativePlatform, RunError } from '@host/headless-host';

import type { Output } from '../../terminal/Output.ts';
import type { Finding } from '../Finding.types.ts';
import { hostModuleFindings, readHostModules } from './hostModules.ts';
import type { HeadlessHost } from './loadHeadlessHost.ts';
import { mergeFindings } from './mergeFindings.ts';
import { nativeCodeFix } from './nativeCodeFix.ts';
import { placeOf } from './placeOf.ts';

/** Checks that a host can load the builds: the container, its exposed modules, and that Hermes compiles the code. */
export async function checkArtifacts(
  host: Pick<HeadlessHost, 'checkStructure' | 'checkSyntax' | 'whyNoHermes'>,
  root: string,
  platforms: readonly NativePlatform[],
  out: Output,
): Promise<{ structure: Finding[]; syntax: Finding[] }> {
  const structure: Finding[] = [];
  const syntax: Finding[] = [];
  const missing = host.whyNoHermes();
  if (missing !== undefined) syntax.push(notOnHermes(missing));
  for (const platform of platforms) {
    const progress = out.progress(`Examining ${platform}`);
    const dir = join(root, 'build', platform);
    const hostModules = await readHostModules(root, platform);
    const { errors } = await host.checkStructure(dir, { platform, hostModules });
    structure.push(...errors.map((error) => structureFinding(error, platform)));
    structure.push(...hostModuleFindings(hostModules, platform));
    const problems = missing === undefined ? await host.checkSyntax(dir, platform) : [];
    for (const { file, line, message } of problems) {
      syntax.push({
        check: 'syntax',
        severity: 'error',
        code: 'hermes-syntax',
        message: `Hermes does not understand this: ${message}`,
        fix: 'Let the bundler compile the dependency that it comes from, or use an older form.',
        file: `build/${platform}/${file}`,
        line,
        platform,
      });
    }
    progress.end();
  }
  return { structure: mergeFindings(structure), syntax };
}

/** Warns that the engine of most phones was not tested. */
function notOnHermes(why: string): Finding {
  return {
    check: 'syntax',
    severity: 'warning',
    code: 'hermes-missing',
    message: `Neither compiled for nor run on Hermes. ${why}`,
    fix: 'Check it on a machine that has Hermes before you release it.',
  };
}

const FIXES: Partial<Record<RunError['kind'], string>> = {
  'shared-version':
    'Set the module in package.json to a range that the host’s version meets, and install.',
  load: 'Correct it there; `miniapp start` shows it in the browser.',
  'load-limit': 'Do less while modules are loaded: start long work in an effect.',
};

/** Checks for shared modules that a build needs and no host of that platform provides. */
export async function checkSharedModules(
  host: Pick<HeadlessHost, 'checkShared'>,
  root: string,
  platform: Platform,
): Promise<Finding[]> {
  const dir = join(root, 'build', platform);
  const hostModules = await readHostModules(root, platform);
  const errors = host.checkShared(dir, platform, hostModules);
  return errors.map((error) => structureFinding(error, platform));
}

function structureFinding({ kind, message, at, stack }: RunError, platform: Platform): Finding {
  return {
    check: 'structure',
    severity: 'error',
    code: `structure-${kind}`,
    message,
    fix:
      nativeCodeFix(message, stack) ??
      FIXES[kind] ??
      'Build it with `defineMiniApp` of @host/bundler.',
    ...placeOf(at),
    platform,
  };
}
