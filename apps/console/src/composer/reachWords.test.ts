import { expect, it } from 'vitest';

import { reachWords } from './reachWords.ts';

const MANY = { devices: 55, isExact: true };

it.each([
  [{ devices: 0, isExact: true }, {}, 'No device would get it now.'],
  [
    MANY,
    {},
    /^It is for 55 devices\. Those that are connected .* at once, the others when they come back\.$/,
  ],
  [MANY, { time_to_live: 0 }, /the others not at all\.$/],
  [
    MANY,
    { send_at: '2027-01-01T00:00:00Z' },
    /^It is for 55 devices as of now\. .* get it at its time/,
  ],
  [
    { devices: 1, isExact: true },
    {},
    /^It is for 1 device\. It gets it at once if it is connected .* when it comes back\.$/,
  ],
  [{ devices: 200_000, isExact: false }, {}, /^It is for about 200,000 devices\./],
])('%j of %j: who gets it, and when', (count, content, words) => {
  expect(reachWords(count, content)).toMatch(words);
});
