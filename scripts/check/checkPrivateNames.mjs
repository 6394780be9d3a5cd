import { readFile } from 'node:fs/promises';

import { run } from './run.mjs';

// Patterns that reveal where a file was written. (Written so that this file does not match itself.)
const PRIVATE = [
  { what: 'a machine path', pattern: /(?<![\w.*-])\/(?:work|root|home\/\w+|Users\/\w+)\// },
  {
    what: 'a package registry',
    pattern: /\bhttps?:\/\/[\w.-]*(?:registry|npmjs|npmmirror|verdaccio|artifactory|nexus)[\w.-]*/,
  },
  { what: 'a package from outside the registry', pattern: /\bresolution: *\{[^}]*\btarball: *\S/ },
];

/** Finds private registry URLs and machine-specific paths in files that are, or could be, committed. */
export async function checkPrivateNames() {
  const files = (await run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']))
    .split('\0')
    .filter((file) => file !== '');
  const findings = [];
  for (const file of new Set(files)) {
    // A file that was deleted but not yet committed is still listed.
    const text = await readFile(file, 'utf8').catch(() => '');
    findings.push(...findPrivateNames(text).map((finding) => `${file}:${finding}`));
  }
  if (findings.length > 0) throw new Error(findings.join('\n'));
}

/** The lines of a text that name something private, each with its number. */
export function findPrivateNames(text) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      PRIVATE.filter(({ pattern }) => pattern.test(line)).map(
        ({ what }) => `${index + 1}: names ${what}: ${line.trim().slice(0, 120)}`,
      ),
    );
}
