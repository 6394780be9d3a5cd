import { expect, it } from 'vitest';

import { WriterTurns } from './WriterTurns.ts';

/** Takes a turn for each name, all at once, and gives the order in which they had it; a capital comes first. */
async function orderOf(names: string): Promise<string> {
  const turns = new WriterTurns();
  const order: string[] = [];
  await Promise.all(
    names.split('').map(async (name) => {
      await turns.take(name === name.toUpperCase());
      order.push(name);
      await new Promise(setImmediate);
      turns.end();
    }),
  );
  return order.join('');
}

it('one at a time, in the order in which they came', async () => {
  expect(await orderOf('abcd')).toBe('abcd');
});

it('some come before all others that wait', async () => {
  expect(await orderOf('abcD')).toBe('aDbc');
});

it('others have a turn however many come first', async () => {
  expect(await orderOf('abcDEFGHI')).toBe('aDEbFGcHI');
});

it('a turn that nobody waits for is free for the next', async () => {
  const turns = new WriterTurns();
  for (let n = 0; n < 5; n++) {
    await turns.take(n % 2 === 0);
    turns.end();
  }
  expect(await orderOf('ab')).toBe('ab');
});
