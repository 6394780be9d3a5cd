import { expect, it } from 'vitest';

import { choiceFor, initialsOf } from './initialsOf.ts';

it.each([
  ['Ada Lovelace', 'AL'],
  ['  Johann   Sebastian Bach ', 'JB'],
  ['linus', 'L'],
  ['🦊 Fox', '🦊F'],
  ['', ''],
])('the initials of "%s" are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('a name always has the same colour, and not all have one', () => {
  const names = ['Ada', 'Grace', 'Alan', 'Katherine', 'Linus', 'Barbara'];
  const choices = names.map((name) => choiceFor(name, 4));
  expect(names.map((name) => choiceFor(name, 4))).toEqual(choices);
  expect(new Set(choices).size).toBeGreaterThan(1);
});
