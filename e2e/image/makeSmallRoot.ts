import { execFile } from 'node:child_process';
import { copyFile, mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes a root of the Node of this machine with the libraries it needs, and a shell: where no other can be had. */
export async function makeSmallRoot(root: string): Promise<void> {
  const node = await realpath(process.execPath);
  const shell = await realpath('/bin/sh');
  const copies = new Map([
    [node, '/usr/local/bin/node'],
    [shell, '/bin/sh'],
  ]);
  for (const program of [node, shell]) {
    const { stdout } = await run('ldd', [program]);
    for (const [library] of stdout.matchAll(/\/\S+/g)) copies.set(library, library);
  }
  for (const [from, to] of copies) {
    await mkdir(dirname(join(root, to)), { recursive: true });
    await copyFile(from, join(root, to));
  }
  for (const empty of ['tmp', 'etc']) await mkdir(join(root, empty), { recursive: true });
  await writeFile(join(root, 'etc/passwd'), 'node:x:1000:1000::/:/bin/sh\n');
}
