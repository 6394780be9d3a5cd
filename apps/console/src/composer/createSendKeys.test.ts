import { expect, it } from 'vitest';

import { createSendKeys } from './createSendKeys.ts';

it('a message keeps its key until it was answered; another message has another', () => {
  const keys = createSendKeys();
  const first = keys.keyOf({ to: 'a', title: 'Sale' });
  expect(keys.keyOf({ to: 'a', title: 'Sale' })).toBe(first);
  const second = keys.keyOf({ to: 'a', title: 'Sales' });
  expect(second).not.toBe(first);
  keys.answered();
  expect(keys.keyOf({ to: 'a', title: 'Sales' })).not.toBe(second);
});
