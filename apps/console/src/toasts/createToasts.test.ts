import { expect, it } from 'vitest';

import { createToasts } from './createToasts.ts';

it('what went well goes by itself, what failed stays until it is closed', () => {
  const timers: (() => void)[] = [];
  const { shown, say, sayFailed, close } = createToasts((run) => void timers.push(run));
  say('Released');
  sayFailed('Not released');
  for (const run of timers) run();
  expect(shown.get().map(({ text }) => text)).toEqual(['Not released']);
  close(shown.get()[0]!.id);
  expect(shown.get()).toEqual([]);
});

it('only the last few are shown', () => {
  const { shown, sayFailed } = createToasts();
  for (let number = 1; number <= 6; number++) sayFailed(String(number));
  expect(shown.get().map(({ text }) => text)).toEqual(['3', '4', '5', '6']);
});
