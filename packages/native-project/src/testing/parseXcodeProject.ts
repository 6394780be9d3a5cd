/** Parses Xcode's own project format, `{ key = value; }` and `( item, )` with comments and strings; throws if it is not that. */
export function parseXcodeProject(text: string): void {
  const rest = text
    .replace(/^\/\/.*$/m, '')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/"(?:\\.|[^"\\])*"/gs, 's');
  const tokens = rest.match(/[{}()=;,]|[^\s{}()=;,]+/g) ?? [];
  let at = 0;
  const take = (expected: string) => {
    if (tokens[at] !== expected) throw new Error(`${tokens[at]} stands where ${expected} should.`);
    at += 1;
  };
  const value = (): void => {
    if (tokens[at] === '{') dictionary();
    else if (tokens[at] === '(') list();
    else word();
  };
  const word = (): void => {
    if (!/^[\w./$:@<>+-]+$/.test(tokens[at] ?? '')) throw new Error(`${tokens[at]} is no value.`);
    at += 1;
  };
  const dictionary = (): void => {
    take('{');
    while (tokens[at] !== '}') {
      word();
      take('=');
      value();
      take(';');
    }
    take('}');
  };
  const list = (): void => {
    take('(');
    while (tokens[at] !== ')') {
      value();
      if (tokens[at] !== ')') take(',');
    }
    take(')');
  };
  dictionary();
  if (at !== tokens.length) throw new Error(`${tokens[at]} follows the end.`);
}
