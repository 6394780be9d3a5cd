import { expect, it } from 'vitest';

import { createMemoryStore } from '../memory/createMemoryStore.ts';
import { developmentStoreOf } from './developmentStoreOf.ts';

it('what a mini-app in development stores is apart from what is published', async () => {
  const store = createMemoryStore();
  await store.set('app:a', 'published');
  const development = developmentStoreOf(store);
  expect(await development.get('app:a')).toBeUndefined();
  await development.set('app:a', 'mine');
  expect(await development.keys('app:')).toEqual(['app:a']);
  expect(await store.get('app:a')).toBe('published');
  await development.delete('app:a');
  expect(await development.get('app:a')).toBeUndefined();
});
