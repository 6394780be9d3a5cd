import { builtinModules } from 'node:module';
import { relative, sep } from 'node:path';

import { type Compiler, rspack } from '@rspack/core';

import { ProjectError } from './ProjectError.ts';

const NAME = 'NodeModulesPlugin';
const SCHEME = /^node:/;
const PACKAGES = /[\\/]node_modules[\\/]/;

/** The identifier of an ignored module, which ends with the request. */
const NOWHERE = /^ignored\|.*[|\\/](?:node:)?([\w/]+)$/;

const BUILT_IN = new Set(builtinModules.filter((name) => !name.startsWith('_')));

/** Node's modules, as empty modules, unless an npm package with the same name is installed. */
export const NO_MODULES_OF_NODE: Record<string, false> = Object.fromEntries(
  [...BUILT_IN].map((name) => [name, false] as const),
);

/**
 * Handles imports of Node's modules in browsers. Libraries import them for server code that never runs there, and get an
 * empty module, as with other bundlers for React Native. In the project's own code they are reported.
 */
export class NodeModulesPlugin {
  apply(compiler: Compiler): void {
    new rspack.NormalModuleReplacementPlugin(SCHEME, (module) => {
      module.request = module.request.replace(SCHEME, '');
    }).apply(compiler);
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        for (const module of modules) {
          const [, name] = NOWHERE.exec(module.identifier()) ?? [];
          if (name === undefined || !BUILT_IN.has(name)) continue;
          for (const { originModule } of compilation.moduleGraph.getIncomingConnections(module)) {
            const file = (originModule as { resource?: string } | null)?.resource;
            if (file === undefined || PACKAGES.test(file)) continue;
            compilation.errors.push(problem(relative(compiler.context, file), name));
          }
        }
      });
    });
  }
}

function problem(file: string, name: string): ProjectError {
  return new ProjectError(
    `${file.replaceAll(sep, '/')} imports ${name}, which only Node has: neither browsers nor phones do.`,
    `Use what both have, or install a package that takes its place, such as buffer or events.`,
  );
}
