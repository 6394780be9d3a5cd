import { existsSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/**
 * Lets plugins and loaders find what only the bundler depends on. Some of them look from the project's folder, where a
 * strict package manager shows nothing but the project's own dependencies; its command shims do the same by NODE_PATH.
 */
export function shareBundlerModules(bundler: string): void {
  const folders = (createRequire(bundler).resolve.paths('any') ?? [])
    .flatMap((folder) => [folder, join(folder, '.pnpm/node_modules')])
    .filter((folder) => existsSync(folder));
  const given = process.env['NODE_PATH']?.split(delimiter) ?? [];
  process.env['NODE_PATH'] = [...new Set([...given, ...folders])].join(delimiter);
  // The variable is read at the start of a process and of its threads only.
  // oxlint-disable-next-line no-underscore-dangle -- there is no other way to have it read again
  (Module as unknown as { _initPaths(): void })._initPaths();
}
