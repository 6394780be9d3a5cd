import type { Node } from '@babel/types';

/** The nodes directly below a node. */
export function childNodes(node: Node): Node[] {
  const children: Node[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key.endsWith('Comments')) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isNode(item)) children.push(item);
    }
  }
  return children;
}

/** Visits a node and its descendants; `visit` returns false to skip a node's descendants. */
export function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return;
  for (const child of childNodes(node)) walk(child, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
