import { expect, it } from 'vitest';

import { MESSAGE_FILTERS, stateOfMessage } from './stateOfMessage.ts';

it('messages that were not sent are filtered by the word that they have in the list', () => {
  const words = Object.fromEntries(MESSAGE_FILTERS);
  expect(words['scheduled']).toBe(stateOfMessage({ state: 'accepted' }).words);
  expect(words['cancelled']).toBe(stateOfMessage({ state: 'cancelled' }).words);
});

it('the filter of those that are due has no word of one of their states', () => {
  const { stored } = Object.fromEntries(MESSAGE_FILTERS);
  for (const state of ['stored', 'sent', 'delivered', 'opened', 'expired', 'dropped'] as const) {
    expect(stored!.toLowerCase()).not.toContain(stateOfMessage({ state }).words.toLowerCase());
  }
});
