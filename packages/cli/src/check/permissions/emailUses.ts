import type { Node } from '@babel/types';

import type { SourceModule } from '../source/SourceModule.ts';
import { walk } from '../source/walk.ts';
import type { SdkUse } from './sdkUses.ts';

const EMAIL = 'email';
const USER = 'user';

/** The places that read the e-mail address of a variable called `user`: `user.email`, `const { email } = user`. */
export function emailUses(module: SourceModule): SdkUse[] {
  const uses: SdkUse[] = [];
  walk(module.program, (node) => {
    if (readsEmailOfUser(node)) {
      uses.push({ name: 'user.email', file: module.file, line: node.loc?.start.line ?? 1 });
    }
    return undefined;
  });
  return uses;
}

/** Whether a module mentions `email` at all; it may have been passed from another module. */
export function namesEmail(module: SourceModule): boolean {
  let isNamed = false;
  walk(module.program, (node) => {
    isNamed ||= nameOf(node) === EMAIL;
    return undefined;
  });
  return isNamed;
}

function readsEmailOfUser(node: Node): boolean {
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
    return nameOf(node.property) === EMAIL && isUser(node.object);
  }
  return (
    node.type === 'VariableDeclarator' &&
    node.id.type === 'ObjectPattern' &&
    node.init !== null &&
    node.init !== undefined &&
    isUser(node.init) &&
    node.id.properties.some(
      (property) => property.type === 'ObjectProperty' && nameOf(property.key) === EMAIL,
    )
  );
}

/** `user`, `auth.user`, `user!`, `user ?? {}`. */
function isUser(node: Node): boolean {
  if (node.type === 'TSNonNullExpression') return isUser(node.expression);
  if (node.type === 'LogicalExpression') return isUser(node.left);
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
    return nameOf(node.property) === USER;
  }
  return nameOf(node) === USER;
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'StringLiteral' ? node.value : undefined;
}
