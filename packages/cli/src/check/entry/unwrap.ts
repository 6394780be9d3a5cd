import type { Node } from '@babel/types';

/** An expression without what only the type checker sees: `App as ComponentType` is `App`. */
export function unwrap(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
    case 'TSInstantiationExpression':
      return unwrap(node.expression);
    default:
      return node;
  }
}
