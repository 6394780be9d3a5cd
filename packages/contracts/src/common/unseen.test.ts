import { expect, it } from 'vitest';

import { UNSEEN } from './unseen.ts';

const LAST = 0x10_ff_ff;
const NEVER_SEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/u;
const ASSIGNED = /[^\p{C}]/u;

it('what nobody sees is what Unicode says, and nothing that people write with', () => {
  const [missing, seen]: [string[], string[]] = [[], []];
  for (let code = 0; code <= LAST; code++) {
    const character = String.fromCodePoint(code);
    const isUnseen = UNSEEN.test(character);
    if (!isUnseen && NEVER_SEEN.test(character)) missing.push(code.toString(16));
    if (isUnseen && ASSIGNED.test(character)) seen.push(code.toString(16));
  }
  expect({ missing, seen }).toEqual({ missing: [], seen: [] });
});
