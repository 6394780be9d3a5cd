import { takenFiles } from '@host/contracts';
import type { Loaders } from '@host/host-runtime';

/** Loaders whose code is fetched when the first mini-app is opened, or earlier with `warmUp`. */
export interface LazyLoaders {
  loaders: Loaders;
  warmUp: () => void;
}

/** The loaders that are fetched lazily. */
export type FetchedLoaders = Required<Pick<Loaders, 'realm' | 'frame'>>;

/** Keeps the large code that only mini-apps need off the critical path of the first screen. */
export function createLazyLoaders(
  shared: Readonly<Record<string, string>>,
  fetchLoaders: () => Promise<FetchedLoaders>,
): LazyLoaders {
  let fetching: Promise<FetchedLoaders> | undefined;
  const fetchOnce = () => {
    fetching ??= fetchLoaders().catch((error: unknown) => {
      // The next attempt may succeed.
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
