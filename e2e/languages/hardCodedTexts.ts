import { type SyntaxNode, walk } from './sourceTree.ts';

/** What these attributes hold is shown or read aloud. */
const SPOKEN =
  /^(?:title|subtitle|label|message|hint|error|placeholder|intro|action|why|without|text|alt|heading|description|children|aria-(?:label|description|roledescription|valuetext)|accessibility(?:Label|Hint)|(?:\w+)(?:Title|Label|Message|Hint))$/;
/** And what these fields of objects and elements hold. */
const SPOKEN_FIELD =
  /^(?:title|subtitle|label|message|placeholder|alt|heading|description|body|textContent|innerText|aria-?[lL]abel|accessibility(?:Label|Hint))$/;
/** Two words, of which the first begins with a capital: a sentence, or the name of something. */
const SENTENCE = /^[A-Z][\w’'-]*[,.:]? [\w“‘(].*[a-z]/;
/** One that begins with a capital: no kind of something, but a word for it. */
const WORD = /^\p{Lu}\p{Ll}/u;

/**
 * Texts for people that stand where they are drawn, with their lines: between tags, in what is shown or read aloud, and
 * sentences anywhere else. What an error says to whoever works on the code is none.
 */
export function hardCodedTexts(tree: SyntaxNode): string[] {
  // One text can be found for two reasons.
  const found = new Set<string>();
  const note = (node: SyntaxNode, text: string) => {
    const { line } = (node['loc'] as { start: { line: number } }).start;
    found.add(`${line}: ${text.trim()}`);
  };
  walk(tree, (node) => {
    if (node.type === 'JSXText' && /\p{L}{2}/u.test(String(node['value']))) {
      note(node, String(node['value']));
    }
    if (node.type === 'JSXAttribute' && isSpoken(node)) {
      for (const text of textsIn(node['value'])) note(node, text);
      return false;
    }
    for (const shown of shownBy(node)) for (const text of textsIn(shown)) note(node, text);
    const text = textOf(node);
    if (text !== undefined && SENTENCE.test(text)) note(node, text);
    const standIn = node.type === 'LogicalExpression' && textOf(node['right'] as SyntaxNode);
    if (standIn && WORD.test(standIn)) note(node, standIn);
    return !isForDevelopers(node);
  });
  return [...found];
}

function isSpoken({ name }: SyntaxNode): boolean {
  return SPOKEN.test(String((name as SyntaxNode)['name']));
}

/** What a node shows, besides what stands between tags and in attributes: values between tags, fields that are set. */
function shownBy(node: SyntaxNode): unknown[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const children = node['children'] as SyntaxNode[];
    const values = children.filter(({ type }) => type === 'JSXExpressionContainer');
    return values.map(({ expression }) => expression);
  }
  if (node.type === 'ObjectProperty') {
    const value = node['value'] as SyntaxNode;
    // The fields of an object are looked at by themselves.
    return isField(node['key']) && value.type !== 'ObjectExpression' ? [value] : [];
  }
  if (node.type === 'AssignmentExpression') {
    const { property } = node['left'] as SyntaxNode;
    return isField(property) ? [node['right']] : [];
  }
  if (node.type !== 'CallExpression') return [];
  const { property } = node['callee'] as SyntaxNode;
  const [name, value] = node['arguments'] as unknown[];
  return nameOf(property) === 'setAttribute' && isField(name) ? [value] : [];
}

function isField(key: unknown): boolean {
  return SPOKEN_FIELD.test(nameOf(key));
}

/** The name in an identifier or a text. */
function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  return String(name ?? value);
}

/** Letters that stand in an attribute itself, also in a choice; not those that a function is called with. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  if (typeof value !== 'object' || value === null) return texts;
  walk(value as SyntaxNode, (node) => {
    if (node.type === 'CallExpression' || node.type === 'MemberExpression') return false;
    if (node.type === 'BinaryExpression' || /^JSX(?:Element|Fragment)$/.test(node.type))
      return false;
    // A function may return anything; its tags are looked at by themselves.
    if (node.type === 'ArrowFunctionExpression') return false;
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
  // Types, and not the values that they are said of: `label as string`, `label!`.
  if (/^TS(?!AsExpression|NonNull|Satisfies)/.test(node.type)) return true;
  if (node.type === 'ImportDeclaration') return true;
  const callee = node['callee'] as SyntaxNode | undefined;
  const name = callee?.['name'];
  return node.type === 'NewExpression' && typeof name === 'string' && name.endsWith('Error');
}
