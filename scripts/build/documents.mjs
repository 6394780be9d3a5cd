import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Every page that is written for readers, with its path in the repository. */
export async function readDocuments() {
  const pages = [];
  for (const folder of [
    '.',
    'docs',
    'docs/reference',
    ...(await folders('packages')),
    ...(await folders('apps')),
  ]) {
    const names = await readdir(join(ROOT, folder));
    pages.push(...names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name)));
  }
  pages.push('packages/cli/templates/shared/README.md');
  return Promise.all(
    pages
      // Written by a tool from what was changed.
      .filter((path) => !path.endsWith('CHANGELOG.md'))
      .map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })),
  );
}

async function folders(parent) {
  const entries = await readdir(join(ROOT, parent), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
}
