import { expect, it } from 'vitest';

import { type Draft, EMPTY_DRAFT } from './composePush.ts';
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
  const draft: Draft = {
    ...EMPTY_DRAFT,
    audience: 'person',
    title: 'Sale',
    data: [{ key: 'orderId', value: '42' }],
    more: { image: 'https://acme.example/sale.png', title_loc_args: ['a'] },
  };
  createDraftStore(storage).keep(draft);
  expect(createDraftStore(storage).read()).toEqual(draft);
  createDraftStore(storage).forget();
  expect(createDraftStore(storage).read()).toEqual(EMPTY_DRAFT);
});

it.each(['device', 'person', 'group', 'open-id'] as const)(
  'leaves nobody’s address in the browser: for a %s',
  (audience) => {
    const storage = storageWith();
    const store = createDraftStore(storage);
    const addresses = { topic: 'offers', [audience]: 'fcm:secret' };
    const draft = { ...EMPTY_DRAFT, audience, addresses, testTo: 'fcm:mine', title: 'Sale' };
    store.keep(draft);
    expect(storage.getItem('console.draft')).not.toContain('fcm:');
    // As long as the page is there, it has what was typed.
    expect(store.read()).toEqual(draft);
    const { addresses: kept, testTo } = createDraftStore(storage).read();
    expect({ kept, testTo }).toEqual({ kept: { topic: 'offers' }, testTo: '' });
    // What somebody else put there is not shown either.
    const other = createDraftStore(storageWith(JSON.stringify(draft)));
    expect(other.read().addresses).toEqual({ topic: 'offers' });
    store.forget();
    expect(store.read()).toEqual(EMPTY_DRAFT);
  },
);

it('is its writer’s alone, also after the page was loaded anew, and has no name of theirs', () => {
  const storage = storageWith();
  const draft: Draft = {
    ...EMPTY_DRAFT,
    audience: 'person',
    addresses: { person: 'a-person' },
    title: 'Sale',
  };
  const store = createDraftStore(storage);
  store.openFor('person:ann');
  store.keep(draft);
  expect(storage.getItem('console.draft')).not.toContain('person:ann');
  store.openFor('person:ann');
  expect(store.read()).toEqual(draft);

  const loaded = createDraftStore(storage);
  loaded.openFor('person:ann');
  expect(loaded.read()).toEqual({ ...draft, addresses: {} });
  loaded.openFor('person:ben');
  expect(loaded.read()).toEqual(EMPTY_DRAFT);
  expect(storage.getItem('console.draft')).toBeNull();
  // What another tab has of the one who signs in stays.
  loaded.keep(draft);
  store.openFor('person:ben');
  expect(store.read()).toEqual({ ...draft, addresses: {} });
});

it('of a release that did not say who wrote it is nobody’s', () => {
  const store = createDraftStore(storageWith(JSON.stringify({ ...EMPTY_DRAFT, title: 'Sale' })));
  store.openFor('person:ann');
  expect(store.read()).toEqual(EMPTY_DRAFT);
});

it('keeps which topic and which condition it is for, each for itself', () => {
  const storage = storageWith();
  const addresses = { topic: 'offers', condition: "'a' in topics" };
  const draft = { ...EMPTY_DRAFT, addresses, title: 'Sale' };
  createDraftStore(storage).keep(draft);
  expect(createDraftStore(storage).read()).toEqual(draft);
});

it.each([
  '{',
  '[]',
  'null',
  '{"audience":"all","title":7,"evil":"x"}',
  '{"addresses":7}',
  '{"addresses":{"topic":7,"all":"x"}}',
])('what is no draft, such as %s, is an empty one', (text) => {
  const store = createDraftStore(storageWith(text));
  expect(store.read()).toEqual(EMPTY_DRAFT);
  store.openFor('root');
  expect(store.read()).toEqual(EMPTY_DRAFT);
});

it('a browser that keeps nothing has an empty one', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  const store = createDraftStore({ getItem: refuse, setItem: refuse, removeItem: refuse });
  store.openFor('root');
  store.keep(EMPTY_DRAFT);
  expect(store.read()).toEqual(EMPTY_DRAFT);
});
