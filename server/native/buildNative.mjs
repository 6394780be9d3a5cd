import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

// Beside Node itself, or where systems keep headers.
const HEADERS = [join(dirname(process.execPath), '..', 'include', 'node'), '/usr/include/node'];
// What Node does not have of what the code calls is found when it is loaded, not when it is called.
const SHARED = {
  darwin: ['-bundle', '-undefined', 'dynamic_lookup'],
  linux: ['-shared', '-Wl,-z,now'],
};

/**
 * Compiles what the server has in C into a folder. It does without where there is no compiler or Node has no headers, so
 * that is no failure: says what was missing.
 *
 * @param {string} folder
 * @param {readonly string[]} moreFlags for the compiler, such as those of a sanitizer
 */
export async function buildNative(folder, moreFlags = []) {
  const headers = await firstWith('node_api.h');
  const build = async (name, sources) => {
    if (headers === undefined) return { missing: 'the headers of Node' };
    const file = join(folder, `${name}.node`);
    const shared = SHARED[process.platform] ?? ['-shared'];
    const flags = ['-O2', '-Wall', '-Wextra', '-Werror', '-fPIC', ...shared, `-I${headers}`];
    const paths = sources.map((source) => fileURLToPath(new URL(source, import.meta.url)));
    try {
      await promisify(execFile)(process.env.CC || 'cc', [
        ...flags,
        ...moreFlags,
        '-o',
        file,
        ...paths,
      ]);
      return { file };
    } catch (error) {
      return { missing: `a C compiler that works (${error.message.split('\n')[0]})` };
    }
  };
  return {
    sockets: await build('sockets', ['addon.c', 'sockets.c', 'sendToAll.c', 'receiver.c']),
    // Of its own: it needs the OpenSSL of Node, which not every Node lets others use.
    keyAgreement: await build('keyAgreement', ['addon.c', 'keyAgreement.c']),
  };
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
