// Generates the documentation pages that come from code; with `--check` it only reports which are out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises';

import { dataPage } from './docs/dataPage.ts';
import { errorsPage } from './docs/errorsPage.ts';
import { librariesPage } from './docs/librariesPage.ts';
import { limitsPage } from './docs/limitsPage.ts';
import { nativeModulesPage } from './docs/nativeModulesPage.ts';
import { referencePages } from './docs/reference/referencePages.ts';

const pages = {
  'data.md': dataPage(),
  'errors.md': errorsPage(),
  'libraries.md': librariesPage(),
  'limits.md': limitsPage(),
  'native-modules.md': nativeModulesPage(),
  ...(await referencePages()),
};

const isCheck = process.argv.includes('--check');
await mkdir(new URL('../docs/reference/', import.meta.url), { recursive: true });
for (const [name, page] of Object.entries(pages)) {
  const file = new URL(`../docs/${name}`, import.meta.url);
  if (!isCheck) {
    await writeFile(file, page);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== page) {
    console.error(`docs/${name} is not current: run \`pnpm docs:generate\`.`);
    process.exitCode = 1;
  }
}
