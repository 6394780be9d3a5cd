import { expect, it } from 'vitest';

import { EMPTY_DRAFT } from './composePush.ts';
import { createDraftStore } from './createDraftStore.ts';

function storageWith(text?: string) {
  const kept = new Map(text === undefined ? [] : [['console.draft', text]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

it('a draft is there again, until it is forgotten', () => {
  const storage = storageWith();
  const draft = { ...EMPTY_DRAFT, audience: 'person', title: 'Sale' } as const;
  createDraftStore(storage).keep(draft);
  expect(createDraftStore(storage).read()).toEqual(draft);
  createDraftStore(storage).forget();
  expect(createDraftStore(storage).read()).toEqual(EMPTY_DRAFT);
});

it.each(['{', '[]', 'null', '{"audience":"all","title":7,"evil":"x"}'])(
  'what is no draft, such as %s, is an empty one',
  (text) => {
    expect(createDraftStore(storageWith(text)).read()).toEqual(EMPTY_DRAFT);
  },
);

it('a browser that keeps nothing has an empty one', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  const store = createDraftStore({ getItem: refuse, setItem: refuse, removeItem: refuse });
  store.keep(EMPTY_DRAFT);
  expect(store.read()).toEqual(EMPTY_DRAFT);
});
