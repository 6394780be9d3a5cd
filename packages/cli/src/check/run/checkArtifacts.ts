import { join } from 'node:path';

import type { NativePlatform, RunError } from '@host/headless-host';

import type { Output } from '../../frame/Output.ts';
import type { Finding } from '../Finding.types.ts';
import type { HeadlessHost } from './loadHeadlessHost.ts';
import { mergeFindings } from './mergeFindings.ts';
import { placeOf } from './placeOf.ts';

/** Whether the builds are what a host can load: the container and what it exposes, and code that Hermes compiles. */
export async function checkArtifacts(
  { checkStructure, checkSyntax }: Pick<HeadlessHost, 'checkStructure' | 'checkSyntax'>,
  root: string,
  platforms: readonly NativePlatform[],
  out: Output,
): Promise<{ structure: Finding[]; syntax: Finding[] }> {
  const structure: Finding[] = [];
  const syntax: Finding[] = [];
  for (const platform of platforms) {
    const progress = out.progress(`Examining ${platform}`);
    const dir = join(root, 'build', platform);
    const { errors } = await checkStructure(dir, { platform });
    structure.push(...errors.map((error) => structureFinding(error, platform)));
    for (const { file, line, message } of await checkSyntax(dir, platform)) {
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

const FIXES: Partial<Record<RunError['kind'], string>> = {
  'shared-version':
    'Set the module in package.json to a range that the host’s version meets, and install.',
  load: 'Correct it there; `miniapp start` shows it in the browser.',
  'load-limit': 'Do less while modules are loaded: start long work in an effect.',
};

function structureFinding({ kind, message, at }: RunError, platform: NativePlatform): Finding {
  return {
    check: 'structure',
    severity: 'error',
    code: `structure-${kind}`,
    message,
    fix: FIXES[kind] ?? 'Build it with `defineMiniApp` of @host/bundler.',
    ...placeOf(at),
    platform,
  };
}
