// Writes the pages of the docs that come from code; with `--check` it only says which are not current.
import { readFile, writeFile } from 'node:fs/promises';

import { dataPage } from './docs/dataPage.ts';
import { errorsPage } from './docs/errorsPage.ts';
import { librariesPage } from './docs/librariesPage.ts';
import { limitsPage } from './docs/limitsPage.ts';
import { nativeModulesPage } from './docs/nativeModulesPage.ts';

const PAGES = {
  'data.md': dataPage,
  'errors.md': errorsPage,
  'libraries.md': librariesPage,
  'limits.md': limitsPage,
  'native-modules.md': nativeModulesPage,
};

const isCheck = process.argv.includes('--check');
for (const [name, render] of Object.entries(PAGES)) {
  const file = new URL(`../docs/${name}`, import.meta.url);
  const page = render();
  if (!isCheck) {
    await writeFile(file, page);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== page) {
    console.error(`docs/${name} is not current: run \`pnpm docs:generate\`.`);
    process.exitCode = 1;
  }
}
