import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { temporaryFolder } from './leaveNothing.ts';
import { providePeers } from './peers.ts';

const PEERS = fileURLToPath(new URL('../peers/', import.meta.url));

/** Compiles a C file below `peers`; returns the path of the program, or of the library with `-shared`. */
export async function compileC(file: string, flags: readonly string[] = []): Promise<string> {
  await providePeers(['gcc'], console.log);
  const output = join(await temporaryFolder(), 'compiled');
  await promisify(execFile)('gcc', ['-O2', '-Wall', ...flags, '-o', output, join(PEERS, file)]);
  return output;
}
