import type { CallExpression, JSXElement, JSXFragment, Node } from '@babel/types';

import type { Resolved, SourceFiles } from '../source/SourceFiles.ts';
import { childNodes, walk } from '../source/walk.ts';
import { createElementParts } from './createElementParts.ts';
import type { Element } from './Element.types.ts';
import { truthOfProp } from './evaluateTruth.ts';
import { type FunctionNode, Scope, type Use } from './Scope.ts';
import { unwrap } from './unwrap.ts';

const KIT = '@host/kit';
const MAX_DEPTH = 40;

/** The elements that a component renders, with the project's own components opened up. */
export function renderedElements(
  files: SourceFiles,
  component: Resolved & { kind: 'node' },
  use?: Use,
  opened: readonly Node[] = [],
): Element[] {
  const node = unwrap(component.node);
  if (opened.includes(node) || opened.length > MAX_DEPTH) return use?.children ?? [];
  const isOpen = [...opened, node];

  // `memo(App)`, `withTheme(App)`: a higher-order component is assumed to render its argument.
  if (node.type === 'CallExpression') {
    const scope = new Scope(component.module);
    return node.arguments.flatMap((argument) => {
      const inner = files.follow(component.module, unwrap(argument));
      if (inner?.kind !== 'node') return elementsOf(files, argument, scope, isOpen);
      return isComponent(inner.node) ? renderedElements(files, inner, use, isOpen) : [];
    });
  }
  const body = renderFunction(node);
  if (!body) return [];
  const scope = new Scope(component.module, body, use);
  return returnedNodes(body).flatMap((returned) => elementsOf(files, returned, scope, isOpen));
}

/** The elements that an expression evaluates to. */
function elementsOf(
  files: SourceFiles,
  given: Node,
  scope: Scope,
  opened: readonly Node[],
): Element[] {
  const node = unwrap(given);
  if (node.type === 'JSXElement') return elementOf(files, node, scope, opened);
  if (node.type === 'JSXFragment') return childrenOf(files, node, scope, opened);
  if (node.type === 'CallExpression') {
    const created = createElementParts(files, scope.module, node);
    if (created) {
      const children = created.children.flatMap((child) => elementsOf(files, child, scope, opened));
      return usedComponent(files, { ...created, children, node }, scope, opened);
    }
  }
  if (isChildren(node, scope)) return scope.use?.children ?? [];
  if (node.type === 'Identifier') {
    const variable = scope.variables.get(node.name);
    if (!variable || opened.includes(variable)) return [];
    return elementsOf(files, variable, scope, [...opened, variable]);
  }
  return childNodes(node).flatMap((child) => elementsOf(files, child, scope, opened));
}

function elementOf(
  files: SourceFiles,
  node: JSXElement,
  scope: Scope,
  opened: readonly Node[],
): Element[] {
  const { name, attributes } = node.openingElement;
  const inAttributes = attributes.flatMap((attribute) =>
    attribute.type === 'JSXAttribute' && attribute.value
      ? elementsOf(files, attribute.value, scope, opened)
      : [],
  );
  const children = [...childrenOf(files, node, scope, opened), ...inAttributes];
  const resolved = resolveElementName(files, scope, name);
  return usedComponent(files, { resolved, attributes, children, node }, scope, opened);
}

/** An element of something: a known component of the kit, one of the project's own, or anything else. */
function usedComponent(
  files: SourceFiles,
  used: {
    resolved: Resolved | undefined;
    attributes: Use['attributes'];
    children: Element[];
    node: JSXElement | CallExpression;
  },
  scope: Scope,
  opened: readonly Node[],
): Element[] {
  const { resolved, attributes, children } = used;
  const at = { file: scope.module.file, line: used.node.loc?.start.line ?? 1, children };
  if (resolved?.kind === 'node') {
    const use = { attributes, scope, children };
    return renderedElements(files, resolved, use, opened);
  }
  if (resolved?.name === 'ToastProvider' && resolved.source === KIT) {
    return [{ kind: 'toast-provider', ...at }];
  }
  if (resolved?.name === 'NavigationContainer') {
    const independent = truthOfProp(files, attributes, 'independent', scope);
    return [{ kind: 'navigation-container', source: resolved.source, independent, ...at }];
  }
  return [{ kind: 'other', ...at }];
}

function childrenOf(
  files: SourceFiles,
  { children }: JSXElement | JSXFragment,
  scope: Scope,
  opened: readonly Node[],
): Element[] {
  return children.flatMap((child) => elementsOf(files, child, scope, opened));
}

function resolveElementName(
  files: SourceFiles,
  scope: Scope,
  name: JSXElement['openingElement']['name'],
): Resolved | undefined {
  if (name.type === 'JSXIdentifier') {
    // Lower-case names are host components.
    if (/^[a-z]/.test(name.name)) return undefined;
    const variable = scope.variables.get(name.name);
    return variable
      ? files.follow(scope.module, unwrap(variable))
      : files.resolveName(scope.module, name.name);
  }
  if (name.type !== 'JSXMemberExpression' || name.object.type !== 'JSXIdentifier') return undefined;
  const namespace = scope.module.imports.get(name.object.name);
  return namespace?.imported === '*'
    ? files.resolveImport(scope.module, namespace.source, name.property.name)
    : undefined;
}

/** Whether an expression is the component's children: `children`, `props.children`. */
function isChildren(node: Node, scope: Scope): boolean {
  if (node.type === 'Identifier') {
    const parameter = scope.parameters.get(node.name);
    return parameter?.kind === 'prop' && parameter.key === 'children';
  }
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'children' &&
    scope.parameters.get(node.object.name)?.kind === 'all'
  );
}

function isComponent(node: Node): boolean {
  return renderFunction(unwrap(node)) !== undefined || unwrap(node).type === 'CallExpression';
}

/** The function that renders: the component itself, or the `render` of a class. */
function renderFunction(node: Node): FunctionNode | undefined {
  if (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  ) {
    return node;
  }
  if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return undefined;
  return node.body.body.find(
    (member) =>
      member.type === 'ClassMethod' &&
      member.key.type === 'Identifier' &&
      member.key.name === 'render',
  ) as FunctionNode | undefined;
}

function returnedNodes({ body }: FunctionNode): Node[] {
  if (body.type !== 'BlockStatement') return [body];
  const returned: Node[] = [];
  walk(body, (node) => {
    if (node.type === 'ReturnStatement' && node.argument) returned.push(node.argument);
    // Return statements of inner functions do not count.
    return !/Function|Method/.test(node.type);
  });
  return returned;
}
