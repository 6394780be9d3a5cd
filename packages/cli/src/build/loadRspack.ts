import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { CliError } from '../terminal/CliError.ts';

/** The type of Rspack's module. */
export type Rspack = typeof import('@rspack/core');

/**
 * Loads the Rspack that the project's configuration uses: plugins of one copy do not work with another, and with a strict
 * package manager only `@host/bundler` can resolve it.
 */
export async function loadRspack(root: string): Promise<Rspack> {
  const bundler = resolveBundler(root);
  const path = createRequire(bundler).resolve('@rspack/core');
  return (await import(pathToFileURL(path).href)) as Rspack;
}

/** Loads the project's `@host/bundler`. */
export async function loadBundler(root: string): Promise<typeof import('@host/bundler')> {
  const path = createRequire(resolveBundler(root)).resolve('@host/bundler');
  return (await import(pathToFileURL(path).href)) as typeof import('@host/bundler');
}

/** A file of the project's `@host/bundler`, from which its dependencies can be resolved. */
export function resolveBundler(root: string): string {
  try {
    return createRequire(join(root, 'package.json')).resolve('@host/bundler/package.json');
  } catch (error) {
    throw new CliError(
      '@host/bundler is not installed in this project.',
      'Install the dependencies first: `npm install`.',
      { code: 'not-installed', cause: error },
    );
  }
}
