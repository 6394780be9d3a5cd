import type { Node, Statement } from '@babel/types';

/** The declarations in a list of statements, by name: functions, classes, and the values of variables. */
export function collectDeclarations(statements: readonly Statement[]): Map<string, Node> {
  const declarations = new Map<string, Node>();
  for (const statement of statements) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (!declaration) continue;
    if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
      if (declaration.id) declarations.set(declaration.id.name, declaration);
    } else if (declaration.type === 'VariableDeclaration') {
      for (const { id, init } of declaration.declarations) {
        if (id.type === 'Identifier' && init) declarations.set(id.name, init);
      }
    } else if (
      declaration.type === 'ExportDefaultDeclaration' &&
      (declaration.declaration.type === 'FunctionDeclaration' ||
        declaration.declaration.type === 'ClassDeclaration') &&
      declaration.declaration.id
    ) {
      declarations.set(declaration.declaration.id.name, declaration.declaration);
    }
  }
  return declarations;
}
