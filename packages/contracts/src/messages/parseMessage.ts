/** A part of a message: words, the number of the plural around it, or something to fill in. */
export type MessagePart =
  | string
  | { type: '#' }
  | { type: 'value'; name: string }
  | { type: 'number' | 'date' | 'time'; name: string; style: string }
  | { type: 'plural' | 'select'; name: string; options: Readonly<Record<string, MessagePart[]>> };

/** The date and time styles of Intl, which throws for others. */
const STYLE = /^(?:short|medium|long|full)$/;

/**
 * Parses a message in ICU syntax: `{name}`, `{count, plural, one {# item} other {# items}}`,
 * `{kind, select, order {…} other {…}}`, `{price, number}`, `{at, date, long}`, `{at, time, short}`. An apostrophe quotes
 * braces, and two are one.
 *
 * @throws SyntaxError with what is wrong, and where.
 */
export function parseMessage(text: string): MessagePart[] {
  let at = 0;

  const fail = (problem: string): never => {
    throw new SyntaxError(`${problem} at ${at} in the message: ${text}`);
  };
  const skipSpace = () => {
    while (/\s/.test(text.charAt(at))) at += 1;
  };
  const word = () => {
    skipSpace();
    const start = at;
    while (/[\w=-]/.test(text.charAt(at))) at += 1;
    const found = text.slice(start, at);
    skipSpace();
    return found === '' ? fail('A word is missing') : found;
  };
  const expect = (character: string) => {
    if (text[at] !== character) fail(`"${character}" is missing`);
    at += 1;
  };

  function parts(isPlural: boolean, isInside: boolean): MessagePart[] {
    const found: MessagePart[] = [];
    let words = '';
    const push = (part: MessagePart) => {
      if (words !== '') found.push(words);
      words = '';
      found.push(part);
    };
    while (at < text.length) {
      const character = text[at]!;
      if (character === '}') {
        if (!isInside) fail('A "}" too many');
        break;
      }
      at += 1;
      if (character === '{') push(argument(isPlural));
      else if (character === '#' && isPlural) push({ type: '#' });
      else if (character === "'") words += quoted();
      else words += character;
    }
    if (words !== '') found.push(words);
    return found;
  }

  /** The text after an apostrophe: another apostrophe, or literal braces. */
  function quoted(): string {
    if (text[at] === "'") {
      at += 1;
      return "'";
    }
    if (!/[{}#]/.test(text.charAt(at))) return "'";
    const end = text.indexOf("'", at);
    const words = text.slice(at, end < 0 ? undefined : end);
    at = end < 0 ? text.length : end + 1;
    return words;
  }

  function argument(isPlural: boolean): MessagePart {
    const name = word();
    if (text[at] === '}') {
      at += 1;
      return { type: 'value', name };
    }
    expect(',');
    const type = word();
    if (type === 'plural' || type === 'select') {
      expect(',');
      return { type, name, options: options(type === 'plural' || isPlural) };
    }
    if (type !== 'number' && type !== 'date' && type !== 'time') fail(`"${type}" is no kind`);
    let style = '';
    if (text[at] === ',') {
      at += 1;
      style = word();
      if (type !== 'number' && !STYLE.test(style)) fail(`"${style}" is no style`);
    }
    expect('}');
    return { type: type as 'number', name, style };
  }

  function options(isPlural: boolean): Record<string, MessagePart[]> {
    const found: Record<string, MessagePart[]> = {};
    for (skipSpace(); text[at] !== '}'; skipSpace()) {
      const key = word();
      expect('{');
      found[key] = parts(isPlural, true);
      expect('}');
    }
    if (!found['other']) fail('The option "other" is missing');
    at += 1;
    return found;
  }

  return parts(false, false);
}
