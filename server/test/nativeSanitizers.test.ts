import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { noteNotTested } from '../../scripts/services/noteNotTested.ts';
import { buildNative } from '../native/buildNative.mjs';

const run = promisify(execFile);
const FUZZ = fileURLToPath(new URL('testing/fuzzNative.mjs', import.meta.url));
// The same each time; another `FUZZ_SEED` makes another run, `FUZZ_ROUNDS` a longer one.
const SEED = process.env['FUZZ_SEED'] ?? '1';
const ROUNDS = process.env['FUZZ_ROUNDS'] ?? '60';
const SANITIZERS = [
  '-g',
  '-O1',
  '-fno-omit-frame-pointer',
  '-fsanitize=address,undefined',
  '-fno-sanitize-recover=all',
];

describe('what is in C, with sanitizers', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'sanitized-'))));
  afterAll(() => rm(folder, { recursive: true }));

  it('stays within what belongs to it, whatever it is given', async ({ skip }) => {
    const library = await sanitizerLibrary();
    const { sockets, keyAgreement } = await buildNative(folder, SANITIZERS);
    if (library === undefined || 'missing' in sockets) {
      const sentence =
        'What is in C with AddressSanitizer: it needs gcc with libasan and the headers of Node on Linux.';
      if (process.env['CI']) throw new Error(sentence);
      await noteNotTested(sentence);
      return skip();
    }
    console.log(`FUZZ_SEED=${SEED} FUZZ_ROUNDS=${ROUNDS}`);
    const agreement = 'file' in keyAgreement ? keyAgreement.file : 'none';
    const { stdout } = await run(
      process.execPath,
      ['--expose-gc', FUZZ, sockets.file, agreement, SEED, ROUNDS],
      {
        env: {
          LD_PRELOAD: library,
          // What Node leaves at its end is no leak of ours.
          ASAN_OPTIONS: 'detect_leaks=0:detect_stack_use_after_return=1',
          UBSAN_OPTIONS: 'print_stacktrace=1',
        },
      },
    );
    return expect(stdout).toBe(`${ROUNDS} rounds\n`);
  });
});

async function sanitizerLibrary(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const compiler = process.env['CC'] || 'cc';
  const found = await run(compiler, ['-print-file-name=libasan.so']).catch(() => undefined);
  const file = found?.stdout.trim() ?? '';
  // Where there is none, its name comes back.
  return isAbsolute(file) ? file : undefined;
}
