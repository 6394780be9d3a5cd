import { describe, expect, it } from 'vitest';

import { ConsoleOutput } from '../start/ConsoleOutput.ts';
import { createOutput } from './Output.ts';
import { printable, printableJson } from './printable.ts';
import { reportError } from './reportError.ts';

/** What a page or a server may have written for the terminal to obey. */
const ORDERS = {
  'the clipboard': '\u001b]52;c;cm0gLXJmIH4=\u0007',
  'the title': '\u001b]0;title\u001b\\',
  'the cursor': '\u001b[2J\u001b[1A\u001b[2K',
  'the line': 'bad\rgood',
  'what is sent as one character': '\u009b2J\u009d52;c;AA==\u009c',
};
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

function terminal() {
  let written = '';
  const stream = { isTTY: true, write: (text: string) => (written += text) };
  const env = { NO_COLOR: '1' };
  const out = createOutput({ stdin: {}, stdout: stream, stderr: stream, env, json: false });
  return {
    out,
    streams: { stdout: stream, stderr: stream, env, json: false },
    text: () => written,
  };
}

describe.each(Object.entries(ORDERS))('a text cannot change %s', (_what, order) => {
  it('when a page writes it to its console, or fails with it', () => {
    const { out, text } = terminal();
    const console = new ConsoleOutput(out);
    console.show({ lines: [{ level: 'log', text: `before ${order} after` }], leftOut: 0 });
    console.showError({ title: order, message: order, at: order, frame: order });
    expect(text()).toMatch(/before .* after\n/);
    expect(text()).not.toMatch(OBEYED);
  });

  it('when a server answers with it', () => {
    const { out, streams, text } = terminal();
    out.table([['name', order]]);
    out.warn(order, order);
    reportError(new Error(order), streams);
    expect(text()).not.toMatch(OBEYED);
  });
});

it('colours, tabs and lines are shown as they are', () => {
  const { out, text } = terminal();
  out.line('\u001b[31mred\u001b[39m\tnext\r\nline');
  expect(text()).toBe('\u001b[31mred\u001b[39m\tnext\nline\n');
});

it('JSON says the same when it is read again, whatever characters it has', () => {
  const value = { texts: Object.values(ORDERS), apostrophe: 'it\u0092s', line: 'a\u0085b\u007f' };
  const shown = printable(printableJson(value));
  expect(JSON.parse(shown)).toEqual(value);
  expect(shown).not.toMatch(OBEYED);
});
