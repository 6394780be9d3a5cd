import type { LoadRequest, MiniAppLoader } from '@host/host-runtime';
import { expect, it } from 'vitest';

import { createLazyLoaders } from './createLazyLoaders.ts';

const request = {} as LoadRequest;
const loaderNamed = (name: string): MiniAppLoader => ({
  load: async () => ({ Component: () => name as never, unload: () => {} }),
});

it('loaders are fetched once, by whoever needs them first', async () => {
  let fetched = 0;
  const { loaders, warmUp } = createLazyLoaders({}, async () => {
    fetched += 1;
    return { realm: loaderNamed('realm'), frame: loaderNamed('frame') };
  });
  expect(fetched).toBe(0);
  warmUp();
  const [realm, frame] = await Promise.all([
    loaders.realm.load(request),
    loaders.frame!.load(request),
  ]);
  expect(fetched).toBe(1);
  const props = { onRendered: () => {}, onCrash: () => {} };
  expect([realm, frame].map(({ Component }) => (Component as Function)(props))).toEqual([
    'realm',
    'frame',
  ]);
});

it('loaders that could not be fetched are fetched again the next time', async () => {
  let attempts = 0;
  const { loaders } = createLazyLoaders({}, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('offline');
    return { realm: loaderNamed('realm'), frame: loaderNamed('frame') };
  });
  await expect(loaders.realm.load(request)).rejects.toThrow('offline');
  await expect(loaders.realm.load(request)).resolves.toBeDefined();
});
