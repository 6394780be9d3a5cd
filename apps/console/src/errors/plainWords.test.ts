import { PushMessage, PushTemplateName, explainIssue } from '@host/contracts';
import { expect, it } from 'vitest';

import { plainWords } from './plainWords.ts';

const MANY = Array.from({ length: 1001 }, () => 'token');

it.each([
  [PushTemplateName, '', 'This must not be empty.'],
  [PushTemplateName, 'x'.repeat(101), 'At most 80 characters.'],
  [PushTemplateName, undefined, 'This is missing.'],
  [PushMessage, { registration_ids: [] }, 'At least 1 entry.'],
  [PushMessage, { registration_ids: MANY }, 'At most 1,000 entries.'],
  [PushMessage, { time_to_live: -1 }, '0 or more.'],
  [PushMessage, { time_to_live: 1e9 }, /^\d+ or less\.$/],
  [PushMessage, { time_to_live: 'soon' }, 'This must be a number.'],
  [PushMessage, { send_at: 'yesterday' }, /^This must be a date with a time/],
])('words of a schema become a sentence for people: %#', (schema, value, words) => {
  const { error } = schema.safeParse(value, { error: explainIssue });
  expect(plainWords(error!.issues[0]!.message)).toMatch(words);
});

it.each([
  ['Invalid option: expected one of "ios"|"web"', 'One of ios, web.'],
  ['Too small: expected string to have >=8 characters', 'At least 8 characters.'],
  ['Invalid URL', 'This must be an address such as https://acme.example.'],
  ['a topic is made of letters', 'A topic is made of letters'],
])('%s is said as %s', (detail, words) => {
  expect(plainWords(detail)).toBe(words);
});
