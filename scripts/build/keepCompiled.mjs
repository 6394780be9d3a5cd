// oxlint-disable no-this-in-exported-function -- a bundler tells a loader of its file by `this`
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

/**
 * A loader that keeps what the loaders after it made of a file. On the way to them it looks whether that was done before;
 * on the way back it writes it down. `madeBy` names everything that the result depends on besides the file.
 */
export default async function keepCompiled(code) {
  const { name } = this.data;
  if (name !== undefined) await keep(this.getOptions().folder, name, code);
  return code;
}

export async function pitch() {
  // A plugin may bring modules that are no files.
  if (!isAbsolute(this.resourcePath)) return undefined;
  const { folder, madeBy } = this.getOptions();
  const source = await readFile(this.resourcePath);
  this.data.name = createHash('sha256')
    .update(`${madeBy}\n${this.resourcePath}\n`)
    .update(source)
    .digest('hex');
  const code = await readFile(join(folder, this.data.name), 'utf8').catch(() => undefined);
  // Whoever reads the file tells so; without the loaders after this one nobody else does.
  if (code !== undefined) this.addDependency(this.resourcePath);
  return code;
}

async function keep(folder, name, code) {
  await mkdir(folder, { recursive: true });
  // Who reads it meanwhile finds all of it or nothing.
  const unfinished = join(folder, randomUUID());
  await writeFile(unfinished, code);
  await rename(unfinished, join(folder, name));
}
