import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import type { Compilation, Compiler, Module } from '@rspack/core';

import type { BuildPlan } from './BuildPlan.types.ts';
import { ProjectError } from './ProjectError.ts';

const NAME = 'UnsharedImportsPlugin';

/** The identifier of a module below `react-native/` that federation treats as shared by the host. */
const BELOW = /\b(@?react-native\/[\w./-]+)/;

/** Its identifier on the web, where an alias makes it an ignored module. */
const NOWHERE = /^ignored\|.*[\\/](react-native\/(?:Libraries|src)\/.+)$/;

/** The source folders of React Native, whose Flow code is not for browsers. */
export const NO_CODE_FOR_BROWSERS: Record<string, false> = {
  'react-native/Libraries': false,
  'react-native/src': false,
};

/** The folder of the package that a file belongs to, and the package's name. */
const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/;

/** Files of a library, or of the project, that import something from below `react-native/`. */
interface Import {
  imported: string;
  /** The folder of the library, undefined for the project itself. */
  folder: string | undefined;
  importers: Module[];
}

/**
 * Refuses imports from below `react-native/`: hosts share React Native itself but not its internal files, so the mini-app
 * would not even load. It is nearly always a library with native code, which would have to be in the host.
 */
export class UnsharedImportsPlugin {
  readonly #isWeb: boolean;

  constructor({ platform }: Pick<BuildPlan, 'platform'>) {
    this.#isWeb = platform === 'web';
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        const { moduleGraph } = compilation;
        const problems = importsIn(modules, moduleGraph).map((one) => {
          const files = ownFilesOf(one.importers, moduleGraph);
          const names = namesOf(files, compiler.context);
          return this.#isWeb ? problemOnWeb(one, names) : problemOf(one, names);
        });
        compilation.errors.push(...problems);
      });
    });
  }
}

/** One entry for each library, however much it imports: the fix is the same. */
function importsIn(modules: Iterable<Module>, graph: Compilation['moduleGraph']): Import[] {
  const found = new Map<string, Import>();
  for (const module of modules) {
    const imported = importedAs(module);
    if (imported === undefined) continue;
    for (const { originModule } of graph.getIncomingConnections(module)) {
      if (!originModule) continue;
      const [, folder] = PACKAGE.exec(pathOf(originModule) ?? '') ?? [];
      const key = folder ?? imported;
      const known = found.get(key) ?? { imported, folder, importers: [] };
      known.importers.push(originModule);
      found.set(key, known);
    }
  }
  return [...found.values()];
}

function importedAs(module: Module): string | undefined {
  const pattern = module.type === 'consume-shared-module' ? BELOW : NOWHERE;
  return pattern.exec(module.identifier())?.[1];
}

function problemOnWeb({ imported, folder }: Import, files: readonly string[]): ProjectError {
  const library = folder === undefined ? undefined : libraryIn(folder);
  return new ProjectError(
    library === undefined
      ? `${sentence(files, imported)}, which browsers do not have.`
      : `${library} imports ${imported}, which browsers do not have. ${sentence(files, library)}.`,
    'Use what is made for browsers, too, or import it in a file for devices only (`name.native.tsx` beside `name.tsx`).',
  );
}

/** The name of the library in a folder. */
function libraryIn(folder: string): string {
  return folder
    .split(/[\\/]node_modules[\\/]/)
    .at(-1)!
    .replaceAll(sep, '/');
}

function problemOf({ imported, folder }: Import, files: readonly string[]): ProjectError {
  if (folder === undefined) {
    return new ProjectError(
      `${sentence(files, imported)}, and hosts share nothing below react-native.`,
      'Import what you need from react-native itself.',
    );
  }
  const library = libraryIn(folder);
  if (!hasNativePart(folder)) {
    return new ProjectError(
      `${library} imports ${imported}, and hosts share nothing below react-native. ${sentence(files, library)}.`,
      `Use a version of ${library}, or another library, that imports from react-native itself.`,
    );
  }
  return new ProjectError(
    `${library} has native code, and a mini-app brings none: hosts are installed without it. ${sentence(files, library)}.`,
    `Use a library that is JavaScript alone, import it in a file for the web only (\`name.web.tsx\` beside \`name.tsx\`), or name it in \`host\` of rspack.config.mjs if your host shares it.`,
  );
}

function sentence(files: readonly string[], imported: string): string {
  if (files.length === 0) return `A dependency imports ${imported}`;
  return `${files.join(' and ')} ${files.length === 1 ? 'imports' : 'import'} ${imported}`;
}

/** The project's own files from which import chains lead to these modules. */
function ownFilesOf(modules: readonly Module[], graph: Compilation['moduleGraph']): Set<string> {
  const own = new Set<string>();
  const seen = new Set(modules.map((module) => module.identifier()));
  const waiting = [...modules];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const path = pathOf(next);
    if (path !== undefined && !PACKAGE.test(path)) {
      own.add(path);
      continue;
    }
    for (const { originModule } of graph.getIncomingConnections(next)) {
      if (!originModule || seen.has(originModule.identifier())) continue;
      seen.add(originModule.identifier());
      waiting.push(originModule);
    }
  }
  return own;
}

function namesOf(files: Iterable<string>, root: string): string[] {
  return [...files].map((path) => relative(root, path).replaceAll(sep, '/')).toSorted();
}

function pathOf(module: Module): string | undefined {
  return (module as { resource?: string }).resource;
}

/** Whether a package has native code, which is compiled into an app. */
function hasNativePart(folder: string): boolean {
  if (existsSync(join(folder, 'android')) || existsSync(join(folder, 'ios'))) return true;
  return readdirSync(folder).some((name) => name.endsWith('.podspec'));
}
