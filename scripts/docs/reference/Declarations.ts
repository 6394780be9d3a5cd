import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parse } from '@babel/parser';

type Program = ReturnType<typeof parse>['program'];
type Statement = Program['body'][number];
type Commented = Pick<Statement, 'leadingComments' | 'start' | 'end'>;

/** A named export of a package. */
export interface Exported {
  name: string;
  /** Its JSDoc, without the asterisks. */
  comment: string;
  /** Its declarations as emitted by the compiler: several for overloads, or for a value and a type of the same name. */
  declarations: string[];
  /** The package that it is re-exported from, if any. */
  from: string | undefined;
}

interface Place {
  module: string;
  name: string;
}

interface Module {
  /** Declarations in this file, by name. */
  declared: Map<string, { comment: string; declarations: string[] }>;
  /** Re-exports: the local name, and where it comes from. */
  passedOn: Map<string, Place>;
  /** The names of the above that are exported. */
  exported: string[];
}

/** Parses emitted declaration files, and resolves exported names to their declarations. */
export class Declarations {
  readonly #modules = new Map<string, Module>();

  /** All exports of a module, in source order. */
  exportsOf(file: string): Exported[] {
    return this.#read(file).exported.map((name) => this.#find(file, name, name));
  }

  #find(file: string, name: string, exportedAs: string): Exported {
    const module = this.#read(file);
    const declared = module.declared.get(name);
    if (declared) return { name: exportedAs, ...declared, from: undefined };
    const place = module.passedOn.get(name);
    if (!place) throw new Error(`${file} exports ${name}, and does not say what it is.`);
    if (!place.module.startsWith('.')) {
      return { name: exportedAs, comment: '', declarations: [], from: place.module };
    }
    return this.#find(fileOf(file, place.module), place.name, exportedAs);
  }

  #read(file: string): Module {
    const known = this.#modules.get(file);
    if (known) return known;
    const text = readFileSync(file, 'utf8');
    const { program } = parse(text, {
      sourceType: 'module',
      plugins: [['typescript', { dts: true }]],
    });
    const module: Module = { declared: new Map(), passedOn: new Map(), exported: [] };
    for (const statement of program.body) readStatement(module, statement, text);
    this.#modules.set(file, module);
    return module;
  }
}

function fileOf(importer: string, specifier: string): string {
  const path = join(dirname(importer), specifier.replace(/\.[jt]sx?$/, ''));
  const found = [`${path}.d.ts`, join(path, 'index.d.ts')].find((file) => existsSync(file));
  if (!found) throw new Error(`${importer} imports ${specifier}, which has no declarations.`);
  return found;
}

function readStatement(module: Module, statement: Statement, text: string): void {
  if (statement.type === 'ImportDeclaration') {
    for (const specifier of statement.specifiers) {
      const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '*';
      module.passedOn.set(specifier.local.name, { module: statement.source.value, name });
    }
  } else if (statement.type === 'ExportNamedDeclaration') {
    if (statement.declaration) declare(module, statement.declaration, statement, text, true);
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ExportSpecifier') continue;
      const name = nameOf(specifier.exported);
      if (!module.exported.includes(name)) module.exported.push(name);
      const local = specifier.local.name;
      if (statement.source) {
        module.passedOn.set(name, { module: statement.source.value, name: local });
      } else if (local !== name) {
        throw new Error(`${local} is exported as ${name}: give it one name.`);
      }
    }
  } else {
    declare(module, statement, statement, text, false);
  }
}

function nameOf(
  node: { type: 'Identifier'; name: string } | { type: 'StringLiteral'; value: string },
) {
  return node.type === 'Identifier' ? node.name : node.value;
}

function declare(
  module: Module,
  declaration: Statement,
  commented: Commented,
  text: string,
  isExported: boolean,
): void {
  for (const name of declaredNames(declaration)) {
    const known = module.declared.get(name);
    const code = text
      .slice(declaration.start!, declaration.end!)
      .replace(/^(export )?(declare )?/, '')
      .replaceAll(/^ *#private;\n/gm, '');
    const comment = commentOf(commented);
    module.declared.set(name, {
      comment: known?.comment || comment,
      declarations: [...(known?.declarations ?? []), code],
    });
    if (isExported && !module.exported.includes(name)) module.exported.push(name);
  }
}

function declaredNames(declaration: Statement): string[] {
  switch (declaration.type) {
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id }) =>
        id.type === 'Identifier' ? [id.name] : [],
      );
    case 'ClassDeclaration':
    case 'TSDeclareFunction':
    case 'TSEnumDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return declaration.id ? [declaration.id.name] : [];
    default:
      return [];
  }
}

function commentOf({ leadingComments }: Commented): string {
  const comment = leadingComments?.findLast(
    ({ type, value }) => type === 'CommentBlock' && value.startsWith('*'),
  );
  return (comment?.value ?? '')
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim();
}
