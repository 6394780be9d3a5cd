import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packageVersion, writeName } from '@host/cli/new-project';

/** One level above `src`, and above `dist`. */
const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url));

/** The identity in the template's own files, which are compiled like any other, and its languages. */
export const SAMPLE = {
  id: 'com.example.sample',
  name: 'Sample',
  scheme: 'sample-host',
  languages: ['en', 'de', 'es', 'ar', 'zh-Hans'],
  server: 'https://host.example',
};

/** Files under a substitute name, since package managers would drop the real one. */
const RENAMED: Record<string, string> = { gitignore: '.gitignore' };

/** The identity of a new host. */
export interface HostIdentity {
  id: string;
  name: string;
  /** The scheme of its deep links, which is also the name of its package. */
  scheme: string;
  /** The tags of its languages. */
  languages: readonly string[];
  server: string;
}

/** Writes the template into a folder with a new identity, and returns the files. */
export async function writeTemplate(target: string, identity: HostIdentity): Promise<string[]> {
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = relative(TEMPLATE, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
    const written = RENAMED[path] ?? path;
    await mkdir(dirname(join(target, written)), { recursive: true });
    const text = await readFile(join(TEMPLATE, path), 'utf8');
    await writeFile(join(target, written), rename(text, path, identity));
    files.push(written);
  }
  return files;
}

/** Formats tags as a list for source code. */
function listOf(tags: readonly string[], quote: string): string {
  return `[${tags.map((tag) => quote + tag + quote).join(', ')}]`;
}

function rename(text: string, path: string, identity: HostIdentity): string {
  const { id, name, scheme, languages, server } = identity;
  const renamed = text
    .replaceAll(SAMPLE.id, id)
    .replaceAll(SAMPLE.scheme, scheme)
    .replaceAll(SAMPLE.server, server)
    .replaceAll(listOf(SAMPLE.languages, '"'), listOf(languages, '"'))
    .replaceAll(listOf(SAMPLE.languages, "'"), listOf(languages, "'"))
    .replaceAll('"workspace:*"', `"^${packageVersion()}"`);
  return writeName(renamed, path, { from: SAMPLE.name, to: name });
}
