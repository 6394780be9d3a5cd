import type { Expression, JSXAttribute, JSXSpreadAttribute, Node } from '@babel/types';

import type { SourceFiles } from '../source/SourceFiles.ts';
import type { Truth } from './Element.types.ts';
import { Scope } from './Scope.ts';
import { unwrap } from './unwrap.ts';

type Attributes = readonly (JSXAttribute | JSXSpreadAttribute)[];

const MAX_STEPS = 30;

/** Whether a prop of an element is truthy, as far as the text shows. A missing prop is not. */
export function truthOfProp(
  files: SourceFiles,
  attributes: Attributes,
  key: string,
  scope: Scope,
  steps = 0,
): Truth {
  return propOf(files, attributes, key, scope, steps) ?? 'no';
}

/** The same, undefined if the prop is missing. The last occurrence wins; an unreadable spread only counts without others. */
function propOf(
  files: SourceFiles,
  attributes: Attributes,
  key: string,
  scope: Scope,
  steps: number,
): Truth | undefined {
  let truth: Truth | undefined;
  for (const attribute of attributes) {
    if (attribute.type === 'JSXSpreadAttribute') {
      const spread = memberOf(files, attribute.argument, key, scope, steps + 1);
      if (spread !== undefined && (spread !== 'unknown' || truth === undefined)) truth = spread;
    } else if (attribute.name.name === key) {
      const { value } = attribute;
      if (value?.type !== 'JSXExpressionContainer') truth = 'yes';
      else if (value.expression.type === 'JSXEmptyExpression') truth = 'no';
      else truth = truthOf(files, value.expression, scope, steps + 1);
    }
  }
  return truth;
}

/** Whether an expression is truthy. */
function truthOf(files: SourceFiles, given: Node, scope: Scope, steps: number): Truth {
  const node = unwrap(given);
  if (steps > MAX_STEPS) return 'unknown';
  switch (node.type) {
    case 'BooleanLiteral':
      return node.value ? 'yes' : 'no';
    case 'StringLiteral':
      return node.value === '' ? 'no' : 'yes';
    case 'NumericLiteral':
      return node.value === 0 ? 'no' : 'yes';
    case 'NullLiteral':
      return 'no';
    case 'Identifier':
      return truthOfName(files, node.name, scope, steps);
    case 'UnaryExpression': {
      if (node.operator !== '!') return 'unknown';
      const inner = truthOf(files, node.argument, scope, steps + 1);
      return inner === 'unknown' ? inner : inner === 'yes' ? 'no' : 'yes';
    }
    case 'LogicalExpression': {
      const left = truthOf(files, node.left, scope, steps + 1);
      const right = truthOf(files, node.right, scope, steps + 1);
      const decisive = node.operator === '&&' ? 'no' : 'yes';
      if (left === decisive || right === decisive) return decisive;
      return left === right ? left : 'unknown';
    }
    case 'ConditionalExpression': {
      const yes = truthOf(files, node.consequent, scope, steps + 1);
      return yes === truthOf(files, node.alternate, scope, steps + 1) ? yes : 'unknown';
    }
    case 'MemberExpression': {
      const key = node.property.type === 'Identifier' && !node.computed ? node.property.name : '';
      return memberOf(files, node.object, key, scope, steps + 1) ?? 'no';
    }
    default:
      return 'unknown';
  }
}

function truthOfName(files: SourceFiles, name: string, scope: Scope, steps: number): Truth {
  if (name === 'undefined') return 'no';
  const parameter = scope.parameters.get(name);
  if (parameter?.kind === 'prop') {
    const { use } = scope;
    const given = use && propOf(files, use.attributes, parameter.key, use.scope, steps + 1);
    if (given !== undefined) return given;
    return parameter.fallback ? truthOf(files, parameter.fallback, scope, steps + 1) : 'no';
  }
  if (parameter) return 'yes';
  const variable = scope.variables.get(name);
  if (variable) return truthOf(files, variable, scope, steps + 1);
  const resolved = files.resolveName(scope.module, name);
  return resolved?.kind === 'node'
    ? truthOf(files, resolved.node, new Scope(resolved.module), steps + 1)
    : 'unknown';
}

/** Whether a member of an object is truthy; undefined if the object does not have it. */
function memberOf(
  files: SourceFiles,
  given: Node,
  key: string,
  scope: Scope,
  steps: number,
): Truth | undefined {
  const node = unwrap(given);
  if (steps > MAX_STEPS) return 'unknown';
  if (node.type === 'ObjectExpression') {
    let truth: Truth | undefined;
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        truth = memberOf(files, property.argument, key, scope, steps + 1) ?? truth;
      } else if (property.type === 'ObjectProperty' && keyOf(property.key as Expression) === key) {
        truth = truthOf(files, property.value, scope, steps + 1);
      }
    }
    return truth;
  }
  if (node.type !== 'Identifier') return 'unknown';
  const parameter = scope.parameters.get(node.name);
  if (parameter) {
    const { use } = scope;
    if (parameter.kind === 'prop') return 'unknown';
    if (parameter.kind === 'rest' && parameter.taken.has(key)) return undefined;
    return use && propOf(files, use.attributes, key, use.scope, steps + 1);
  }
  const variable = scope.variables.get(node.name);
  if (variable) return memberOf(files, variable, key, scope, steps + 1);
  const resolved = files.resolveName(scope.module, node.name);
  return resolved?.kind === 'node'
    ? memberOf(files, resolved.node, key, new Scope(resolved.module), steps + 1)
    : 'unknown';
}

function keyOf(node: Expression): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'StringLiteral' ? node.value : undefined;
}
