import { type SyntaxNode, walk } from './sourceTree.ts';

/** The words in which code may name a message: whole, or with parts that are filled in, `channel.${id}`. */
export interface NamedKeys {
  words: Set<string>;
  patterns: RegExp[];
}

/** Collects the words of a file. */
export function collectKeys(tree: SyntaxNode, { words, patterns }: NamedKeys): void {
  walk(tree, (node) => {
    if (node.type === 'ImportDeclaration') return false;
    // The texts themselves are no use of them.
    if (node.type === 'CallExpression' && isDefinition(node)) return false;
    if (node.type === 'StringLiteral') words.add(String(node['value']));
    if (node.type === 'TemplateLiteral') {
      const parts = (node['quasis'] as { value: { cooked: string } }[]).map(
        ({ value }) => value.cooked,
      );
      if (parts.length > 1 && parts.some((part) => part.includes('.'))) {
        const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
        patterns.push(new RegExp(`^${escaped.join('[\\w-]+')}$`));
      }
    }
    return true;
  });
}

function isDefinition({ callee }: SyntaxNode): boolean {
  return (callee as SyntaxNode)['name'] === 'defineMessages';
}
