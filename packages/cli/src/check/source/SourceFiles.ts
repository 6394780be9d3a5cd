import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

import type { parse } from '@babel/parser';
import type { Node } from '@babel/types';

import { SourceModule } from './SourceModule.ts';

/** A file that cannot be read as TypeScript. */
export interface SyntaxProblem {
  file: string;
  line: number;
  message: string;
}

/** What a name resolves to: an export of a package, or a node in the project. */
export type Resolved =
  | { kind: 'external'; source: string; name: string }
  | { kind: 'node'; module: SourceModule; node: Node };

const ENDINGS = ['.tsx', '.ts', '.jsx', '.js', '.mjs'];
const PLATFORM_ENDINGS = ['.native', '.ios', '.android', '.web'].flatMap((platform) =>
  ENDINGS.map((ending) => platform + ending),
);
const MAX_HOPS = 20;

/** The source files of a project, each parsed once. */
export class SourceFiles {
  readonly #root: string;
  readonly #parser: typeof parse;
  readonly #modules = new Map<string, SourceModule | undefined>();
  readonly problems: SyntaxProblem[] = [];

  private constructor(root: string, parser: typeof parse) {
    this.#root = root;
    this.#parser = parser;
  }

  /** Loads the parser on demand: most commands do not need it, and it takes longer to load than everything else. */
  static async open(root: string): Promise<SourceFiles> {
    const parser = await import('@babel/parser');
    return new SourceFiles(root, parser.parse);
  }

  /** A parsed file; undefined if it does not exist or cannot be parsed. */
  module(file: string): SourceModule | undefined {
    if (!this.#modules.has(file)) this.#modules.set(file, this.#parse(file));
    return this.#modules.get(file);
  }

  /** Resolves a name from the module that uses it. */
  resolveName(module: SourceModule, name: string, hops = 0): Resolved | undefined {
    const imported = module.imports.get(name);
    if (imported) return this.resolveImport(module, imported.source, imported.imported, hops);
    const node = module.declarations.get(name);
    return node ? this.follow(module, node, hops) : undefined;
  }

  /** Resolves a name that a module imports from another. */
  resolveImport(from: SourceModule, source: string, name: string, hops = 0): Resolved | undefined {
    if (!source.startsWith('.')) return { kind: 'external', source, name };
    const file = this.#locate(posix.join(posix.dirname(from.file), source));
    return file === undefined ? undefined : this.resolveExport(file, name, hops + 1);
  }

  /** Resolves an export of a file. */
  resolveExport(file: string, name: string, hops = 0): Resolved | undefined {
    const module = this.module(file);
    if (!module || hops > MAX_HOPS) return undefined;
    const exported = module.exports.get(name);
    if (exported?.kind === 'local') return this.resolveName(module, exported.name, hops + 1);
    if (exported?.kind === 'node') return this.follow(module, exported.node, hops + 1);
    if (exported) return this.resolveImport(module, exported.source, exported.imported, hops + 1);
    for (const star of module.starExports) {
      const found = this.resolveImport(module, star, name, hops + 1);
      if (found) return found;
    }
    return undefined;
  }

  /** Resolves an identifier; any other node is the result itself. */
  follow(module: SourceModule, node: Node, hops = 0): Resolved | undefined {
    if (node.type !== 'Identifier' || hops > MAX_HOPS) return { kind: 'node', module, node };
    return this.resolveName(module, node.name, hops + 1);
  }

  #locate(path: string): string | undefined {
    const base = path.replace(/\.(m?js|jsx|tsx?)$/, '');
    const candidates = [
      path,
      ...[...ENDINGS, ...PLATFORM_ENDINGS].flatMap((ending) => [
        path + ending,
        base + ending,
        `${path}/index${ending}`,
      ]),
    ];
    return candidates.find((candidate) => isFile(join(this.#root, candidate)));
  }

  #parse(file: string): SourceModule | undefined {
    if (!isFile(join(this.#root, file))) return undefined;
    const isPlain = /\.m?js$/.test(file);
    try {
      const { program } = this.#parser(readFileSync(join(this.#root, file), 'utf8'), {
        sourceType: 'module',
        // In a .ts file `<T>value` is a type, in the others it starts an element.
        plugins: isPlain
          ? ['jsx', 'flow']
          : file.endsWith('.ts')
            ? ['typescript', 'decorators']
            : ['typescript', 'jsx', 'decorators'],
      });
      return new SourceModule(file, program);
    } catch (error) {
      const { message, loc } = error as Error & { loc?: { line: number } };
      this.problems.push({
        file,
        line: loc?.line ?? 1,
        message: message.replace(/ \(\d+:\d+\)$/, ''),
      });
      return undefined;
    }
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
