import type { Node, Program, Statement } from '@babel/types';

import { collectDeclarations } from './collectDeclarations.ts';

/** Where an imported name comes from; `imported` is `*` for a namespace. */
export interface ImportedName {
  source: string;
  imported: string;
}

/** What an export stands for: a name of the module itself, of another one, or an expression. */
export type ExportedValue =
  | { kind: 'local'; name: string }
  | { kind: 'from'; source: string; imported: string }
  | { kind: 'node'; node: Node };

/** A parsed file: what it imports, declares and exports. */
export class SourceModule {
  /** Relative to the project, with slashes. */
  readonly file: string;
  readonly program: Program;
  readonly imports = new Map<string, ImportedName>();
  readonly declarations: Map<string, Node>;
  readonly exports = new Map<string, ExportedValue>();
  /** Modules that are re-exported with `export *`. */
  readonly starExports: string[] = [];

  constructor(file: string, program: Program) {
    this.file = file;
    this.program = program;
    this.declarations = collectDeclarations(program.body);
    for (const statement of program.body) this.#read(statement);
  }

  #read(statement: Statement): void {
    if (statement.type === 'ImportDeclaration') {
      if (statement.importKind === 'type' || statement.importKind === 'typeof') return;
      for (const specifier of statement.specifiers) {
        if (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type') continue;
        this.imports.set(specifier.local.name, {
          source: statement.source.value,
          imported:
            specifier.type === 'ImportNamespaceSpecifier'
              ? '*'
              : specifier.type === 'ImportDefaultSpecifier'
                ? 'default'
                : nameOf(specifier.imported),
        });
      }
    } else if (statement.type === 'ExportDefaultDeclaration') {
      this.exports.set('default', { kind: 'node', node: statement.declaration });
    } else if (statement.type === 'ExportAllDeclaration') {
      if (statement.exportKind !== 'type') this.starExports.push(statement.source.value);
    } else if (statement.type === 'ExportNamedDeclaration' && statement.exportKind !== 'type') {
      this.#readNamedExport(statement);
    }
  }

  #readNamedExport(statement: Extract<Statement, { type: 'ExportNamedDeclaration' }>): void {
    if (statement.declaration) {
      for (const name of collectDeclarations([statement.declaration]).keys()) {
        this.exports.set(name, { kind: 'local', name });
      }
    }
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ExportSpecifier' || specifier.exportKind === 'type') continue;
      const exported = nameOf(specifier.exported);
      const local = nameOf(specifier.local);
      this.exports.set(
        exported,
        statement.source
          ? { kind: 'from', source: statement.source.value, imported: local }
          : { kind: 'local', name: local },
      );
    }
  }
}

/** The name of an identifier or string literal. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'StringLiteral' ? node.value : '';
}
