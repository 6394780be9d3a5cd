import { type Manifest, nameProblem } from '@host/contracts';

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
          ? 'A manifest has appId, name, version, description, icon, permissions and minHostVersion, and nothing else.'
          : `Correct "${field.split('.')[0]}" in manifest.json.`,
      file: FILE,
      ...(line !== undefined && { line }),
    };
  });
  return { findings };
}

function checkRules(manifest: Manifest, text: string): Finding[] {
  return [...checkName(manifest, text), ...checkIcon(manifest, text)];
}

function checkName({ name }: Manifest, text: string): Finding[] {
  const problem = nameProblem(name);
  if (problem === undefined) return [];
  return [
    {
      check: 'manifest',
      severity: 'error',
      code: 'name-not-readable',
      message: `name: ${JSON.stringify(name)} ${problem}.`,
      fix: 'People tell mini-apps apart by their names: type it again, with letters of one script and single spaces.',
      file: FILE,
      line: lineOf(text, 'name') ?? 1,
    },
  ];
}

function checkIcon({ icon, appId }: Manifest, text: string): Finding[] {
  const [, file] = /\/icons\/([^/?]+)$/.exec(icon) ?? [];
  const isOurs =
    file !== undefined && new RegExp(`^${appId.replaceAll('.', '\\.')}(_[a-z0-9]+)?\\.`).test(file);
  if (isOurs) return [];
  return [
    {
      check: 'manifest',
      severity: 'warning',
      code: 'icon-address',
      message: `icon: ${icon} is not {cdn_url}/icons/<file> with a file that is named after the appId.`,
      fix: `Use {cdn_url}/icons/${appId}.svg, and put icon.svg beside manifest.json: publishing uploads it.`,
      file: FILE,
      line: lineOf(text, 'icon') ?? 1,
    },
  ];
}

function lineOf(text: string, field: string): number | undefined {
  const [top] = field.split('.');
  if (!top) return undefined;
  const index = text.search(new RegExp(`"${top}"\\s*:`));
  return index < 0 ? undefined : text.slice(0, index).split('\n').length;
}
