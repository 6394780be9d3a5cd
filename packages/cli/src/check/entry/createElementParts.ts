import type { CallExpression, JSXSpreadAttribute, Node } from '@babel/types';

import type { Resolved, SourceFiles } from '../source/SourceFiles.ts';
import type { SourceModule } from '../source/SourceModule.ts';
import { unwrap } from './unwrap.ts';

/** The parts of a call of React's `createElement(type, props, …children)`; undefined for any other call. */
export function createElementParts(
  files: SourceFiles,
  module: SourceModule,
  { callee, arguments: [type, props, ...children] }: CallExpression,
):
  | { resolved: Resolved | undefined; attributes: JSXSpreadAttribute[]; children: Node[] }
  | undefined {
  if (!type || !isCreateElement(module, callee)) return undefined;
  const name = unwrap(type);
  const isEmpty = !props || props.type === 'NullLiteral';
  return {
    resolved: resolveType(files, module, name),
    attributes: isEmpty
      ? []
      : [{ type: 'JSXSpreadAttribute', argument: props } as JSXSpreadAttribute],
    children,
  };
}

function resolveType(files: SourceFiles, module: SourceModule, node: Node): Resolved | undefined {
  if (node.type === 'Identifier') return files.resolveName(module, node.name);
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
  const namespace = module.imports.get(node.object.name);
  return namespace?.imported === '*' && node.property.type === 'Identifier'
    ? files.resolveImport(module, namespace.source, node.property.name)
    : undefined;
}

function isCreateElement(module: SourceModule, callee: Node): boolean {
  if (callee.type === 'Identifier') {
    const imported = module.imports.get(callee.name);
    return imported?.source === 'react' && imported.imported === 'createElement';
  }
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    module.imports.get(callee.object.name)?.source === 'react' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'createElement'
  );
}
