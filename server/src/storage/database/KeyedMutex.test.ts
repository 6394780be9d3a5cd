import { describe, expect, it } from 'vitest';

import { KeyedMutex } from './KeyedMutex.ts';

function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('a keyed mutex', () => {
  it('lets callers work one after the other, in the order in which they came', async () => {
    const mutex = new KeyedMutex();
    const first = gate();
    const order: string[] = [];
    const one = mutex.run('a', () => first.opened.then(() => void order.push('one')));
    const two = mutex.run('a', async () => void order.push('two'));
    const other = mutex.run('b', async () => void order.push('other'));
    await other;
    first.open();
    await Promise.all([one, two]);
    expect(order).toEqual(['other', 'one', 'two']);
  });

  it('goes on after a failure', async () => {
    const mutex = new KeyedMutex();
    await expect(mutex.run('a', () => Promise.reject(new Error('no luck')))).rejects.toThrow(
      'no luck',
    );
    expect(await mutex.run('a', async () => 'next')).toBe('next');
  });

  it('keeps others out while somebody works, also after one has given up waiting', async () => {
    const mutex = new KeyedMutex();
    const working = gate();
    const holder = mutex.run('a', () => working.opened);
    await expect(mutex.run('a', async () => 'too early', 1)).rejects.toMatchObject({
      code: 'unavailable',
    });
    let isInside = false;
    const next = mutex.run('a', async () => void (isInside = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isInside).toBe(false);
    working.open();
    await Promise.all([holder, next]);
    expect(isInside).toBe(true);
  });
});
