import type { Node } from '@babel/types';

import type { SourceModule } from '../source/SourceModule.ts';
import { walk } from '../source/walk.ts';

const SDK = '@host/miniapp-sdk';
const ASYNC_STORAGE = '@react-native-async-storage/async-storage';

/** A place that uses something of the SDK. */
export interface SdkUse {
  /** The SDK's own name for it, even if it was imported under another one. */
  name: string;
  file: string;
  line: number;
}

/** Everything that a module uses of the SDK, under whatever name it imports it. */
export function sdkUses(module: SourceModule): SdkUse[] {
  const uses: SdkUse[] = [];
  const use = (name: string, node: Node) =>
    void uses.push({ name, file: module.file, line: node.loc?.start.line ?? 1 });

  const named = new Map<string, string>();
  const namespaces = new Set<string>();
  for (const [local, { source, imported }] of module.imports) {
    if (source === ASYNC_STORAGE) named.set(local, 'AsyncStorage');
    if (source !== SDK) continue;
    if (imported === '*' || imported === 'default') namespaces.add(local);
    else named.set(local, imported);
  }
  const isNamespace = (node: Node): boolean =>
    (node.type === 'Identifier' && namespaces.has(node.name)) || isSdkLoad(node);

  walk(module.program, (node) => {
    if (node.type === 'ImportDeclaration' || /^TS(Type|Interface|Qualified)/.test(node.type))
      return false;
    if (node.type === 'ExportNamedDeclaration' && node.source?.value === SDK) {
      for (const specifier of node.specifiers) {
        if (specifier.type === 'ExportSpecifier') use(specifier.local.name, specifier);
      }
      return false;
    }
    if (node.type === 'VariableDeclarator' && node.init && isNamespace(withoutAwait(node.init))) {
      for (const key of takenKeys(node.id)) use(key, node);
    }
    // `import(SDK).then(({ storage }) => …)`
    if (node.type === 'CallExpression' && isThenOfSdk(node)) {
      const [callback] = node.arguments;
      if (callback && 'params' in callback && callback.params[0]) {
        for (const key of takenKeys(callback.params[0])) use(key, node);
      }
    }
    if (
      (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') &&
      isNamespace(withoutAwait(node.object))
    ) {
      const key = memberKey(node);
      if (key !== undefined) use(key, node);
    }
    return undefined;
  });
  for (const { name, node } of references(module.program, named)) use(name, node);
  return uses;
}

/** The places where imported names are used as values, not as keys, types or imports. */
function references(program: Node, named: ReadonlyMap<string, string>) {
  const found: { name: string; node: Node }[] = [];
  const visit = (node: Node, parent: Node | undefined, key: string) => {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TSType')) return;
    const isName = node.type === 'Identifier' || node.type === 'JSXIdentifier';
    if (isName && named.has(node.name) && !isOnlyAName(parent, key)) {
      found.push({ name: named.get(node.name)!, node });
    }
    for (const [childKey, value] of Object.entries(node)) {
      if (childKey === 'loc' || childKey.endsWith('Comments')) continue;
      for (const item of Array.isArray(value) ? value : [value]) {
        if (typeof (item as Node | null)?.type === 'string') visit(item as Node, node, childKey);
      }
    }
  };
  visit(program, undefined, '');
  return found;
}

/** Whether an identifier in this position is a member name and not a variable. */
function isOnlyAName(parent: Node | undefined, key: string): boolean {
  if (!parent) return false;
  const isMember = parent.type === 'MemberExpression' || parent.type === 'OptionalMemberExpression';
  if (isMember) return key === 'property' && !parent.computed;
  if (parent.type === 'ObjectProperty')
    return key === 'key' && !parent.computed && !parent.shorthand;
  if (parent.type === 'ObjectMethod' || parent.type === 'ClassMethod') return key === 'key';
  if (parent.type === 'ClassProperty') return key === 'key';
  return (
    parent.type === 'JSXAttribute' || (parent.type === 'ExportSpecifier' && key === 'exported')
  );
}

function isSdkLoad(node: Node): boolean {
  if (node.type === 'ImportExpression') return isSdkName(node.source);
  if (node.type !== 'CallExpression') return false;
  const isLoad =
    node.callee.type === 'Import' ||
    (node.callee.type === 'Identifier' && node.callee.name === 'require');
  return isLoad && isSdkName(node.arguments[0]);
}

function isSdkName(node: Node | null | undefined): boolean {
  return node?.type === 'StringLiteral' && node.value === SDK;
}

function isThenOfSdk({ callee }: Extract<Node, { type: 'CallExpression' }>): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'then' &&
    isSdkLoad(callee.object)
  );
}

function withoutAwait(node: Node): Node {
  return node.type === 'AwaitExpression' ? node.argument : node;
}

function takenKeys(pattern: Node): string[] {
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((property) =>
    property.type === 'ObjectProperty' && property.key.type === 'Identifier'
      ? [property.key.name]
      : [],
  );
}

function memberKey(node: Extract<Node, { type: 'MemberExpression' | 'OptionalMemberExpression' }>) {
  if (node.property.type === 'Identifier' && !node.computed) return node.property.name;
  return node.property.type === 'StringLiteral' ? node.property.value : undefined;
}
