import { existsSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The undocumented part of Node's module loader that is used here, and the public one that not every Node has. */
interface NodeModules {
  _initPaths?: () => void;
  registerHooks?: (hooks: { resolve: ResolveHook }) => void;
}
type Resolved = { url: string; shortCircuit?: boolean };
type Resolve = (specifier: string, context?: object) => Resolved;
type ResolveHook = (specifier: string, context: object, next: Resolve) => Resolved;

/**
 * Lets plugins and loaders resolve dependencies of the bundler. Some resolve from the project's folder, where a strict
 * package manager only exposes the project's own dependencies; its command shims use NODE_PATH for the same purpose.
 */
export function shareBundlerModules(bundler: string): void {
  const folders = (createRequire(bundler).resolve.paths('any') ?? [])
    .flatMap((folder) => [folder, join(folder, '.pnpm/node_modules')])
    .filter((folder) => existsSync(folder));
  const given = process.env['NODE_PATH']?.split(delimiter) ?? [];
  const path = [...new Set([...given, ...folders])].join(delimiter);
  if (path === process.env['NODE_PATH']) return;
  process.env['NODE_PATH'] = path;
  // The variable is only read at the start of a process and its threads.
  const modules = Module as unknown as NodeModules;
  // oxlint-disable-next-line no-underscore-dangle -- there is no other way to have it read again
  if (typeof modules._initPaths === 'function') modules._initPaths();
  else lookInto(folders, modules);
}

function lookInto(folders: readonly string[], { registerHooks }: NodeModules): void {
  process.emitWarning(
    registerHooks
      ? `Node ${process.version} does not read NODE_PATH again: modules of the bundler are found by a hook.`
      : `Node ${process.version} does not read NODE_PATH again. If the build does not find a module, start it with NODE_PATH=${folders.join(delimiter)}`,
  );
  const requires = folders.map((folder) => createRequire(join(folder, 'any.js')));
  let isLooking = false;
  registerHooks?.({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        // Resolving from the bundler calls this hook again.
        if (isLooking) throw error;
        isLooking = true;
        try {
          const file = requires.map((require) => find(require, specifier)).find(Boolean);
          if (file === undefined) throw error;
          return { url: pathToFileURL(file).href, shortCircuit: true };
        } finally {
          isLooking = false;
        }
      }
    },
  });
}

function find(require: NodeJS.Require, specifier: string): string | undefined {
  try {
    return require.resolve(specifier);
  } catch {
    return undefined;
  }
}
