import { beforeEach, describe, expect, it } from 'vitest';

import { type KeyPress, createShortcuts } from './createShortcuts.ts';

describe('shortcuts', () => {
  let done: string[];
  let time: number;
  let press: (press: KeyPress) => boolean;
  beforeEach(() => {
    done = [];
    time = 0;
    const shortcuts = Object.fromEntries(
      ['/', 'g m', 'g a', 'mod+k'].map((keys) => [keys, () => void done.push(keys)]),
    );
    press = createShortcuts(shortcuts, () => time);
  });
  const key = (name: string, more: Partial<KeyPress> = {}): KeyPress => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    isTyping: false,
    ...more,
  });

  it('are one key, two after each other, or one with Control', () => {
    expect(press(key('/'))).toBe(true);
    expect(press(key('g'))).toBe(false);
    expect(press(key('m'))).toBe(true);
    press(key('k', { ctrlKey: true }));
    expect(done).toEqual(['/', 'g m', 'mod+k']);
  });

  it('belong to a field while somebody types', () => {
    expect(press(key('/', { isTyping: true }))).toBe(false);
    expect(done).toEqual([]);
  });

  it('leave to the browser what is its own', () => {
    expect(press(key('/', { metaKey: true }))).toBe(false);
    expect(press(key('/', { altKey: true }))).toBe(false);
    expect(done).toEqual([]);
  });

  it('start anew after a while, or after another key', () => {
    press(key('g'));
    time = 5000;
    press(key('m'));
    press(key('g'));
    press(key('x'));
    press(key('a'));
    expect(done).toEqual([]);
  });
});
