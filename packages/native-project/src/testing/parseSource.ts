/** A block of Swift, Kotlin or Groovy: the text before its brace, and its contents, each in one line. */
interface SourceBlock {
  head: string;
  text: string;
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
/** Comments, multi-line and single-line strings, character literals, and unterminated ones. */
const SPAN =
  /(\/\/.*|\/\*[^]*?\*\/)|("""[^]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(\/\*|"|')/g;

/** Parses Swift, Kotlin or Groovy into blocks, inner ones first. Throws for unbalanced brackets. */
export function parseSource(text: string): SourceBlock[] {
  const code = text.replaceAll(SPAN, (span, comment, string) => {
    if (comment !== undefined) return '';
    if (string !== undefined) return span;
    throw new Error(`${span} is not closed.`);
  });
  // The code with its strings masked, so that brackets in them do not count.
  const brackets = code.replaceAll(SPAN, (string) => '_'.repeat(string.length));
  const blocks: SourceBlock[] = [];
  const open: { bracket: string; head: string; start: number }[] = [];
  let headStart = 0;
  for (const { 0: bracket, index } of brackets.matchAll(/[{}()[\]]/g)) {
    if (bracket in CLOSING) {
      open.push({ bracket, head: inOneLine(code.slice(headStart, index)), start: index + 1 });
    } else {
      const last = open.pop();
      if (!last || CLOSING[last.bracket] !== bracket) {
        throw new Error(`${bracket} closes ${last?.bracket ?? 'nothing'}.`);
      }
      if (bracket === '}') {
        blocks.push({ head: last.head, text: inOneLine(code.slice(last.start, index)) });
      }
    }
    if (bracket === '{' || bracket === '}') headStart = index + 1;
  }
  if (open.length > 0) throw new Error(`${open.at(-1)!.bracket} is not closed.`);
  requireConditionsClosed(code);
  return blocks;
}

/** The contents of the block with a matching head; throws unless there is exactly one. */
export function textOfBlock(blocks: readonly SourceBlock[], head: RegExp): string {
  const found = blocks.filter((block) => head.test(block.head));
  if (found.length !== 1) throw new Error(`${found.length} blocks begin with ${head}.`);
  return found[0]!.text;
}

/** Throws unless Swift's conditional compilation blocks are closed. */
function requireConditionsClosed(code: string): void {
  const count = (pattern: RegExp) => [...code.matchAll(pattern)].length;
  if (count(/^\s*#if\b/gm) !== count(/^\s*#endif\b/gm)) throw new Error('#if is not closed.');
}

function inOneLine(code: string): string {
  return code.trim().replaceAll(/\s+/g, ' ');
}
