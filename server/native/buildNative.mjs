import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SOURCES = ['sockets.c', 'sendToAll.c', 'receiver.c'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
// Beside Node itself, or where systems keep headers.
const HEADERS = [join(dirname(process.execPath), '..', 'include', 'node'), '/usr/include/node'];

/**
 * Compiles what the server has in C into a folder. It does without where there is no compiler or Node has no headers, so
 * that is no failure: says what was missing.
 *
 * @param {string} folder
 * @returns {Promise<{ file: string } | { missing: string }>}
 */
export async function buildNative(folder) {
  const headers = await firstWith('node_api.h');
  if (headers === undefined) return { missing: 'the headers of Node' };
  const file = join(folder, 'sockets.node');
  const shared =
    process.platform === 'darwin' ? ['-bundle', '-undefined', 'dynamic_lookup'] : ['-shared'];
  const flags = ['-O2', '-Wall', '-Wextra', '-Werror', '-fPIC', ...shared, `-I${headers}`];
  try {
    await promisify(execFile)(process.env.CC || 'cc', [...flags, '-o', file, ...SOURCES]);
    return { file };
  } catch (error) {
    return { missing: `a C compiler that works (${error.message.split('\n')[0]})` };
  }
}

async function firstWith(name) {
  for (const folder of HEADERS) {
    const isThere = await access(join(folder, name)).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  return undefined;
}
