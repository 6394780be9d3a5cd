/** A block of a file of Swift, Kotlin or Groovy, each in one line: what stands before its brace since the one before, and what is in it. */
interface SourceBlock {
  head: string;
  text: string;
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
/** Comments; strings of several lines and of one, or a character; what begins one of these and does not end. */
const SPAN =
  /(\/\/.*|\/\*[^]*?\*\/)|("""[^]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(\/\*|"|')/g;

/** Reads Swift, Kotlin or Groovy as far as tests ask: its blocks, outer ones after those in them. Throws for what is not closed. */
export function parseSource(text: string): SourceBlock[] {
  const code = text.replaceAll(SPAN, (span, comment, string) => {
    if (comment !== undefined) return '';
    if (string !== undefined) return span;
    throw new Error(`${span} is not closed.`);
  });
  // As long as the code, with nothing in strings that could be a bracket.
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
  demandConditionsClosed(code);
  return blocks;
}

/** What is in the block whose head fits; throws where there is none, or more than one. */
export function textOfBlock(blocks: readonly SourceBlock[], head: RegExp): string {
  const found = blocks.filter((block) => head.test(block.head));
  if (found.length !== 1) throw new Error(`${found.length} blocks begin with ${head}.`);
  return found[0]!.text;
}

/** Those of Swift's compiler. */
function demandConditionsClosed(code: string): void {
  const count = (pattern: RegExp) => [...code.matchAll(pattern)].length;
  if (count(/^\s*#if\b/gm) !== count(/^\s*#endif\b/gm)) throw new Error('#if is not closed.');
}

function inOneLine(code: string): string {
  return code.trim().replaceAll(/\s+/g, ' ');
}
