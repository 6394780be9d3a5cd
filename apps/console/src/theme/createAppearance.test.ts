import { expect, it } from 'vitest';

import { createAppearance } from './createAppearance.ts';

const storageWith = (kept: string | null) => {
  const values: (string | null)[] = [kept];
  return {
    getItem: () => values.at(-1) ?? null,
    setItem: (_: string, value: string) => void values.push(value),
  };
};

it('the chosen scheme is there again, and on the page', () => {
  const storage = storageWith(null);
  const root = { dataset: {} as Record<string, string | undefined> };
  const { choose } = createAppearance(storage, root);
  expect(root.dataset['scheme']).toBe('system');
  choose('dark');
  expect(root.dataset['scheme']).toBe('dark');
  expect(createAppearance(storage, { dataset: {} }).scheme.get()).toBe('dark');
});

it('what is kept and no scheme counts as none', () => {
  expect(createAppearance(storageWith('pink'), { dataset: {} }).scheme.get()).toBe('system');
});

it('a browser that keeps nothing shows what was chosen', () => {
  const refuses = () => {
    throw new Error('denied');
  };
  const { choose, scheme } = createAppearance(
    { getItem: refuses, setItem: refuses },
    { dataset: {} },
  );
  choose('light');
  expect(scheme.get()).toBe('light');
});
