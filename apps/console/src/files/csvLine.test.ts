import { expect, it } from 'vitest';

import { csvLine, unmarked } from './csvLine.ts';

it.each([
  [['a', 1, undefined, -2.5], 'a,1,,-2.5\r\n'],
  [['say "hi", please', 'two\nlines'], '"say ""hi"", please","two\nlines"\r\n'],
  [["=HYPERLINK('https://evil.example')"], "'=HYPERLINK('https://evil.example')\r\n"],
  [['+1', '-1', '@a', '\tb'], "'+1,'-1,'@a,'\tb\r\n"],
  [['＝1+1', '＋1', '－1', '＠a'], "'＝1+1,'＋1,'－1,'＠a\r\n"],
  [['\r=1', '\n=1', '\t=1'], '"\'\r=1","\'\n=1",\'\t=1\r\n'],
  [['a=1', 'a\n=1'], 'a=1,"a\n=1"\r\n'],
  [["'=1", "it's"], "''=1,it's\r\n"],
  [['=a,"b"'], '"\'=a,""b"""\r\n'],
])('%j is the line %j', (values, line) => {
  expect(csvLine(values)).toBe(line);
});

it.each(['=1', "'=1", "''@a", '-1', "it's", "'quoted'", ''])(
  '%j is the same again when it is read',
  (text) => {
    expect(unmarked(csvLine([text]).trimEnd())).toBe(text);
  },
);
