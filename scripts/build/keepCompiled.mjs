// oxlint-disable no-this-in-exported-function -- a bundler tells a loader of its file by `this`
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

/**
 * A loader that caches the output of the loaders after it. Its pitch phase looks up the cache; its normal phase writes to
 * it. `madeBy` identifies everything that the result depends on besides the file.
 */
export default async function keepCompiled(code) {
  const { name } = this.data;
  if (name !== undefined) await keep(this.getOptions().folder, name, code);
  return code;
}

export async function pitch() {
  // Plugins may add virtual modules.
  if (!isAbsolute(this.resourcePath)) return undefined;
  const { folder, madeBy } = this.getOptions();
  const source = await readFile(this.resourcePath);
  this.data.name = createHash('sha256')
    .update(`${madeBy}\n${this.resourcePath}\n`)
    .update(source)
    .digest('hex');
  const code = await readFile(join(folder, this.data.name), 'utf8').catch(() => undefined);
  // On a cache hit no other loader reads the file, so it has to be registered as a dependency here.
  if (code !== undefined) this.addDependency(this.resourcePath);
  return code;
}

async function keep(folder, name, code) {
  await mkdir(folder, { recursive: true });
  // Written atomically: concurrent readers see all of it or nothing.
  const unfinished = join(folder, randomUUID());
  await writeFile(unfinished, code);
  await rename(unfinished, join(folder, name));
}
