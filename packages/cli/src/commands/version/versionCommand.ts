import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readProject } from '../../project/MiniAppProject.ts';
import { usageError } from '../../terminal/CliError.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { nextVersion } from './nextVersion.ts';

/** The files with a project's version; that of manifest.json counts. */
const FILES = ['manifest.json', 'package.json'];

export const versionCommand = defineCommand({
  name: 'version',
  summary: 'raise the version, before it is published again',
  description:
    'Writes the new version into manifest.json and package.json. A published version never changes, so each needs a number of its own.',
  arguments: [['<version>', 'major, minor, patch, or a version such as 2.0.0']],
  examples: [
    ['miniapp version patch', '1.4.2 becomes 1.4.3: something is mended'],
    ['miniapp version minor', '1.4.2 becomes 1.5.0: something is new'],
    ['miniapp version 2.0.0', 'exactly this one'],
  ],
  async run({ cwd, out }, { args: [asked = ''] }) {
    const { manifest } = await readProject(cwd);
    const version = nextVersion(manifest.version, asked);
    if (version === undefined) {
      throw usageError(
        `"${asked}" is no version above ${manifest.version}.`,
        'Use major, minor, patch, or a higher version of three numbers, for example 2.0.0.',
      );
    }
    const files = [];
    for (const name of FILES) if (await writeVersion(join(cwd, name), version)) files.push(name);
    out.done(`${manifest.name} ${manifest.version} is ${version} now, in ${files.join(' and ')}`);
    return { json: { from: manifest.version, version, files } };
  },
});

/** Changes the version and nothing else in the file; false if it has none. */
async function writeVersion(path: string, version: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const changed = text.replace(
    /^(\s*"version"\s*:\s*)"[^"]*"/m,
    (_, start: string) => `${start}"${version}"`,
  );
  if (!/^\s*"version"\s*:/m.test(text)) return false;
  await writeFile(path, changed);
  return true;
}
