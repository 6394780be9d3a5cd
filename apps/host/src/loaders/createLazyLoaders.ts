import { takenFiles } from '@host/contracts';
import type { Loaders } from '@host/host-runtime';

/** Loaders that are fetched when the first mini-app is opened, or a little earlier with `warmUp`. */
export interface LazyLoaders {
  loaders: Loaders;
  warmUp: () => void;
}

/** What is fetched: both kinds. */
export type FetchedLoaders = Required<Pick<Loaders, 'realm' | 'frame'>>;

/** Keeps what only mini-apps need, which is much, out of what the first screen waits for. */
export function createLazyLoaders(
  shared: Readonly<Record<string, string>>,
  fetchLoaders: () => Promise<FetchedLoaders>,
): LazyLoaders {
  let fetching: Promise<FetchedLoaders> | undefined;
  const fetchOnce = () => {
    fetching ??= fetchLoaders().catch((error: unknown) => {
      // It can be there the next time.
      fetching = undefined;
      throw error;
    });
    return fetching;
  };
  return {
    loaders: {
      shared,
      realm: {
        takes: takenFiles.realm,
        load: async (request) => (await fetchOnce()).realm.load(request),
        prefetch: (request) =>
          void fetchOnce().then(
            ({ realm }) => realm.prefetch?.(request),
            () => undefined,
          ),
      },
      frame: {
        takes: takenFiles.frame,
        load: async (request) => (await fetchOnce()).frame.load(request),
        prefetch: (request) =>
          void fetchOnce().then(
            ({ frame }) => frame.prefetch?.(request),
            () => undefined,
          ),
      },
    },
    warmUp: () => void fetchOnce().catch(() => undefined),
  };
}
