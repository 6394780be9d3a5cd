import { expect, it } from 'vitest';

import { printableName } from './printableName.ts';

it('an ordinary name is shown as it is', () => {
  expect(printableName('assets/für dich.png')).toBe('"assets/für dich.png"');
});

it('what would garble a log is escaped', () => {
  expect(printableName('a\r\n\u001b[31m\u202e\u2028\ud800')).toBe(
    '"a\\u{d}\\u{a}\\u{1b}[31m\\u{202e}\\u{2028}\\u{d800}"',
  );
});

it('a long name is cut', () => {
  expect(printableName('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
  expect(printableName('x'.repeat(60_000))).toBe(`"${'x'.repeat(80)}…"`);
});
