import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import type { Compilation, Compiler, Module } from '@rspack/core';

import { ProjectError } from './ProjectError.ts';

const NAME = 'UnsharedImportsPlugin';

/** What a module below `react-native/` is called once federation has taken it for one that the host shares. */
const BELOW = /\b(@?react-native\/[\w./-]+)/;

/** The folder of the package that a file belongs to, and the package's name. */
const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/;

/**
 * Refuses imports from below `react-native/`: hosts share React Native and nothing below it, so that the mini-app would not
 * even load. It is nearly always a library with native code, which would have to be in the host.
 */
export class UnsharedImportsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        const found = new Map<string, ProjectError>();
        for (const module of modules) {
          const problem = problemOf(module, compilation, compiler.context);
          // One for each library: it imports more than one thing, and the way out is the same.
          if (problem) found.set(problem.message.split('\n')[0]!, problem);
        }
        compilation.errors.push(...found.values());
      });
    });
  }
}

function problemOf(
  module: Module,
  { moduleGraph }: Compilation,
  root: string,
): ProjectError | undefined {
  if (module.type !== 'consume-shared-module') return undefined;
  const [, imported] = BELOW.exec(module.identifier()) ?? [];
  if (imported === undefined) return undefined;
  const chain = issuersOf(module, moduleGraph);
  const own = chain.find((path) => !PACKAGE.test(path));
  const from = own === undefined ? 'A dependency' : relative(root, own).replaceAll(sep, '/');
  const [, folder] = PACKAGE.exec(chain[0] ?? '') ?? [];
  if (folder === undefined) {
    return new ProjectError(
      `${from} imports ${imported}, and hosts share nothing below react-native.`,
      'Import what you need from react-native itself.',
    );
  }
  const library = folder
    .split(/[\\/]node_modules[\\/]/)
    .at(-1)!
    .replaceAll(sep, '/');
  if (!hasNativePart(folder)) {
    return new ProjectError(
      `${library} imports ${imported}, and hosts share nothing below react-native. ${from} imports ${library}.`,
      `Use a version of ${library}, or another library, that imports from react-native itself.`,
    );
  }
  return new ProjectError(
    `${library} has native code, and a mini-app brings none: hosts are installed without it. ${from} imports ${library}.`,
    `Use a library that is JavaScript alone, or import it in a file for the web only (\`name.web.tsx\` beside \`name.tsx\`).`,
  );
}

/** The files that lead to a module, from the one that imports it to the entry. */
function issuersOf(module: Module, graph: Compilation['moduleGraph']): string[] {
  const paths: string[] = [];
  const seen = new Set<Module>();
  let issuer = graph.getIssuer(module);
  while (issuer && !seen.has(issuer)) {
    seen.add(issuer);
    const path = (issuer as { resource?: string }).resource;
    if (path) paths.push(path);
    issuer = graph.getIssuer(issuer);
  }
  return paths;
}

/** Whether a package has something that is compiled into an app. */
function hasNativePart(folder: string): boolean {
  if (existsSync(join(folder, 'android')) || existsSync(join(folder, 'ios'))) return true;
  return readdirSync(folder).some((name) => name.endsWith('.podspec'));
}
