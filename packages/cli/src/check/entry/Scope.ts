import type {
  ArrowFunctionExpression,
  ClassMethod,
  FunctionDeclaration,
  FunctionExpression,
  JSXAttribute,
  JSXSpreadAttribute,
  Node,
  Statement,
} from '@babel/types';

import { collectDeclarations } from '../source/collectDeclarations.ts';
import type { SourceModule } from '../source/SourceModule.ts';
import type { Element } from './Element.types.ts';

export type FunctionNode =
  | FunctionDeclaration
  | FunctionExpression
  | ArrowFunctionExpression
  | ClassMethod;

/** What a parameter of a component stands for: all props, one prop, or the rest. */
export type Parameter =
  | { kind: 'all' }
  | { kind: 'prop'; key: string; fallback: Node | undefined }
  | { kind: 'rest'; taken: ReadonlySet<string> };

/** A use of a component: its attributes, in the scope of the use, and its children. */
export interface Use {
  attributes: readonly (JSXAttribute | JSXSpreadAttribute)[];
  scope: Scope;
  children: Element[];
}

/** Resolves names inside a component for one particular use of it. */
export class Scope {
  readonly module: SourceModule;
  readonly use: Use | undefined;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly variables: ReadonlyMap<string, Node>;

  constructor(module: SourceModule, component?: FunctionNode, use?: Use) {
    this.module = module;
    this.use = use;
    this.parameters = component ? parametersOf(component) : new Map<string, Parameter>();
    const body: readonly Statement[] =
      component?.body.type === 'BlockStatement' ? component.body.body : [];
    this.variables = collectDeclarations(body);
  }
}

function parametersOf({ params: [first] }: FunctionNode): Map<string, Parameter> {
  const parameters = new Map<string, Parameter>();
  if (first?.type === 'Identifier') parameters.set(first.name, { kind: 'all' });
  if (first?.type !== 'ObjectPattern') return parameters;
  const taken = new Set<string>();
  for (const property of first.properties) {
    if (property.type === 'RestElement') {
      if (property.argument.type === 'Identifier') {
        parameters.set(property.argument.name, { kind: 'rest', taken });
      }
      continue;
    }
    if (property.key.type !== 'Identifier') continue;
    const key = property.key.name;
    taken.add(key);
    const { value } = property;
    if (value.type === 'Identifier')
      parameters.set(value.name, { kind: 'prop', key, fallback: undefined });
    if (value.type === 'AssignmentPattern' && value.left.type === 'Identifier') {
      parameters.set(value.left.name, { kind: 'prop', key, fallback: value.right });
    }
  }
  return parameters;
}
