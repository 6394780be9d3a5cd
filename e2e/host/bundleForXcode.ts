import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { BuiltApp } from './BuiltApp.types.ts';
import { hermesCompiler } from './hermesCompiler.ts';
import { xcodePhase } from './xcodePhase.ts';

/** Runs the build phase of a generated Xcode project that bundles its script, and has Hermes compile it. */
export async function bundleForXcode(root: string, output: string): Promise<BuiltApp> {
  const { script, env, app } = await xcodePhase(root, output, hermesCompiler(root));
  await promisify(execFile)('/bin/sh', ['-c', script], {
    cwd: join(root, 'ios'),
    maxBuffer: 64 * 1024 * 1024,
    env,
  });
  const name = 'main.jsbundle';
  return { folder: app, script: join(output, name), bytecode: join(app, name) };
}
