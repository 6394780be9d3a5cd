import { type SyntaxNode, walk } from './sourceTree.ts';

/** What these hold is shown or read aloud. */
const SPOKEN =
  /^(?:title|subtitle|label|message|hint|error|placeholder|intro|action|why|without|text|aria-label|accessibility(?:Label|Hint)|(?:\w+)(?:Title|Label|Message|Hint))$/;
/** Two words, of which the first begins with a capital: a sentence, or the name of something. */
const SENTENCE = /^[A-Z][\w’'-]*[,.:]? [\w“‘(].*[a-z]/;

/**
 * Texts for people that stand where they are drawn, with their lines: between tags, in what is shown or read aloud, and
 * sentences anywhere else. What an error says to whoever works on the code is none.
 */
export function hardCodedTexts(tree: SyntaxNode): string[] {
  const found: string[] = [];
  const note = (node: SyntaxNode, text: string) => {
    const { line } = (node['loc'] as { start: { line: number } }).start;
    found.push(`${line}: ${text.trim()}`);
  };
  walk(tree, (node) => {
    if (node.type === 'JSXText' && /\p{L}{2}/u.test(String(node['value']))) {
      note(node, String(node['value']));
    }
    if (node.type === 'JSXAttribute' && isSpoken(node)) {
      for (const text of textsIn(node['value'])) note(node, text);
      return false;
    }
    const text = textOf(node);
    if (text !== undefined && SENTENCE.test(text)) note(node, text);
    return !isForDevelopers(node);
  });
  return found;
}

function isSpoken({ name }: SyntaxNode): boolean {
  return SPOKEN.test(String((name as SyntaxNode)['name']));
}

/** Letters that stand in an attribute itself, also in a choice; not those that a function is called with. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  if (typeof value !== 'object' || value === null) return texts;
  walk(value as SyntaxNode, (node) => {
    if (node.type === 'CallExpression' || node.type === 'MemberExpression') return false;
    if (node.type === 'BinaryExpression' || node.type.startsWith('JSXElement')) return false;
    const text = textOf(node);
    if (text !== undefined && /\p{L}{2}/u.test(text)) texts.push(text);
    return true;
  });
  return texts;
}

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'StringLiteral') return String(node['value']);
  if (node.type !== 'TemplateElement') return undefined;
  return (node['value'] as { cooked: string }).cooked;
}

function isForDevelopers(node: SyntaxNode): boolean {
  if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return true;
  const callee = node['callee'] as SyntaxNode | undefined;
  const name = callee?.['name'];
  return node.type === 'NewExpression' && typeof name === 'string' && name.endsWith('Error');
}
