import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { CliError } from '../terminal/CliError.ts';

/** The bundler's module, as a project uses it. */
export type Rspack = typeof import('@rspack/core');

/**
 * The Rspack that the project's config was written with: plugins of one copy do not fit into another, and a strict
 * package manager shows it to `@host/bundler` alone.
 */
export async function loadRspack(root: string): Promise<Rspack> {
  const bundler = resolveBundler(root);
  const path = createRequire(bundler).resolve('@rspack/core');
  return (await import(pathToFileURL(path).href)) as Rspack;
}

/** The project's `@host/bundler`. */
export async function loadBundler(root: string): Promise<typeof import('@host/bundler')> {
  const path = createRequire(resolveBundler(root)).resolve('@host/bundler');
  return (await import(pathToFileURL(path).href)) as typeof import('@host/bundler');
}

/** Where the project's `@host/bundler` lies, as a file from which its dependencies can be found. */
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
