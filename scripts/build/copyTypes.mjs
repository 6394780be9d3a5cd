// Copies the types of a package, with its license, into the package in the current directory.
import { cp, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const [, , name] = process.argv;
const require = createRequire(join(process.cwd(), 'package.json'));
const source = dirname(require.resolve(`${name}/package.json`));

await cp(join(source, 'LICENSE'), 'LICENSE');
for (const folder of ['Libraries', 'src', 'types']) {
  for (const file of await readdir(join(source, folder), { recursive: true })) {
    if (file.endsWith('.d.ts')) await cp(join(source, folder, file), join(folder, file));
  }
}
