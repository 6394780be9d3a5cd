import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import type { BuiltApp } from './BuiltApp.types.ts';
import { gradleCall } from './gradleCall.ts';

/** Calls what React Native's Gradle plugin calls for a release, up to what the compiler of Hermes makes of the script. */
export async function bundleForGradle(root: string, output: string): Promise<BuiltApp> {
  const { command, args, assets, script, hermes } = await gradleCall(root, output);
  // The plugin makes these before.
  for (const option of ['--bundle-output', '--sourcemap-output']) {
    await mkdir(dirname(args[args.indexOf(option) + 1]!), { recursive: true });
  }
  const options = {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env['PATH'], HOME: output },
  };
  await promisify(execFile)(command, args, options);
  const kept = join(output, 'index.bundle');
  await copyFile(script, kept);
  // As in its BundleHermesCTask: the bytecode takes the place of the script.
  const compile = ['-w', '-emit-binary', '-max-diagnostic-width=80', '-out', script, kept, '-O'];
  await promisify(execFile)(hermes, compile, options);
  return { folder: assets, script: kept, bytecode: script };
}
