import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { NativePlatform } from '../artifact/Artifact.types.ts';
import { readArtifact } from '../artifact/readArtifact.ts';
import { hermesBinary } from '../engines/hermes/hermesBinary.ts';

/** A syntax error that Hermes reports. */
export interface SyntaxProblem {
  file: string;
  line: number;
  column: number;
  message: string;
}

// `build/ios/app.container.js:1:9: error: invalid expression`
const PROBLEM = /:(\d+):(\d+): error: (.*)$/gm;

/**
 * Compiles every script of a build with the Hermes compiler of React Native, as a host's app store build would. Resolves to
 * the syntax errors; rejects if that compiler cannot run.
 *
 * @example
 * const problems = await checkSyntax('build/ios'); // [] when all is well
 */
export async function checkSyntax(
  dir: string,
  platform?: NativePlatform,
): Promise<SyntaxProblem[]> {
  const compiler = hermesBinary('hermesc');
  const { folder, files } = readArtifact(dir, platform);
  const scripts = files.filter((file) => /\.(js|bundle)$/.test(file));
  // Not /dev/null: the compiler replaces its target by renaming, which as root would overwrite the device.
  const scratch = await mkdtemp(join(tmpdir(), 'hermesc-'));
  try {
    const found: SyntaxProblem[] = [];
    const compiled = join(scratch, 'out.hbc');
    for (const file of scripts) {
      const args = ['-emit-binary', '-w', '-out', compiled, join(folder, file)];
      found.push(...(await problemsIn(file, compiler, args)));
    }
    return found;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function problemsIn(
  file: string,
  compiler: string,
  args: string[],
): Promise<SyntaxProblem[]> {
  try {
    await promisify(execFile)(compiler, args, { maxBuffer: 64 * 1024 * 1024 });
    return [];
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const problems = [...stderr.matchAll(PROBLEM)].map(([, line, column, text = '']) => ({
      file,
      line: Number(line),
      column: Number(column),
      message: text.trim(),
    }));
    return problems.length > 0
      ? problems
      : [{ file, line: 1, column: 1, message: stderr || message }];
  }
}
