import {
  IconFile,
  type Manifest,
  NEWEST_KNOWN_HOST,
  appOfIcon,
  compareVersions,
  nameProblem,
} from '@host/contracts';
import * as z from 'zod/mini';

import { parseManifest } from '../../project/MiniAppProject.ts';
import type { Finding } from '../Finding.types.ts';

const FILE = 'manifest.json';

/** Whether manifest.json has the form and follows the rules of the interface. */
export function checkManifest(text: string): { findings: Finding[]; manifest?: Manifest } {
  const parsed = parseManifest(text);
  if ('manifest' in parsed) {
    return { findings: checkRules(parsed.manifest, text), manifest: parsed.manifest };
  }
  const findings = parsed.problems.map(({ field, message }): Finding => {
    const line = lineOf(text, field);
    return {
      check: 'manifest',
      severity: 'error',
      code: 'manifest-invalid',
      message: field === '' ? message : `${field}: ${message}`,
      fix:
        field === ''
          ? 'A manifest has appId, name, version, description, icon, permissions and minHostVersion, maybe translations, and nothing else.'
          : `Correct "${field.split('.')[0]}" in manifest.json.`,
      file: FILE,
      ...(line !== undefined && { line }),
    };
  });
  return { findings };
}

function checkRules(manifest: Manifest, text: string): Finding[] {
  return [
    ...checkNames(manifest, text),
    ...checkIcon(manifest, text),
    ...checkHostVersion(manifest, text),
  ];
}

function checkNames({ name, translations = {} }: Manifest, text: string): Finding[] {
  return [
    ...checkName(name, 'name', text),
    ...Object.entries(translations).flatMap(([language, own]) =>
      own.name === undefined ? [] : checkName(own.name, `translations.${language}.name`, text),
    ),
  ];
}

function checkName(name: string, field: string, text: string): Finding[] {
  const problem = nameProblem(name);
  if (problem === undefined) return [];
  return [
    {
      check: 'manifest',
      severity: 'error',
      code: 'name-not-readable',
      message: `${field}: ${JSON.stringify(name)} ${problem}.`,
      fix: 'People tell mini-apps apart by their names: type it again, with letters of one script and single spaces.',
      file: FILE,
      line: lineOf(text, field) ?? 1,
    },
  ];
}

function checkIcon({ icon, appId }: Manifest, text: string): Finding[] {
  const [, file] = /\/icons\/([^/?]+)$/.exec(icon) ?? [];
  const problem = file === undefined ? undefined : iconProblem(file, appId);
  if (file !== undefined && problem === undefined) return [];
  return [
    {
      check: 'manifest',
      severity: 'warning',
      code: 'icon-address',
      message: `icon: ${icon} ${problem ?? 'is not {cdn_url}/icons/<file>'}.`,
      fix: `Use {cdn_url}/icons/${appId}.svg, and put icon.svg beside manifest.json: publishing uploads it.`,
      file: FILE,
      line: lineOf(text, 'icon') ?? 1,
    },
  ];
}

/** Why a mini-app cannot have an icon of this name. */
function iconProblem(file: string, appId: string): string | undefined {
  const parsed = z.safeParse(IconFile, file);
  if (!parsed.success) return `cannot be: ${parsed.error.issues[0]?.message}`;
  const named = appOfIcon(file);
  return named === undefined || named === appId ? undefined : `is named after ${named}`;
}

/** A warning only, since somebody with their own host may know of a newer one. */
export function checkHostVersion({ minHostVersion }: Manifest, text: string): Finding[] {
  if (compareVersions(minHostVersion, NEWEST_KNOWN_HOST) <= 0) return [];
  return [
    {
      check: 'manifest',
      severity: 'warning',
      code: 'host-unknown',
      message: `minHostVersion: ${minHostVersion} is above every known host, of which ${NEWEST_KNOWN_HOST} is the newest: nobody who has one of those gets this version.`,
      fix: `Set it to the lowest host version that the mini-app needs, ${NEWEST_KNOWN_HOST} or lower, unless you know a newer host.`,
      file: FILE,
      line: lineOf(text, 'minHostVersion') ?? 1,
    },
  ];
}

function lineOf(text: string, field: string): number | undefined {
  const [top] = field.split('.');
  if (!top) return undefined;
  const index = text.search(new RegExp(`"${top}"\\s*:`));
  return index < 0 ? undefined : text.slice(0, index).split('\n').length;
}
