import { type Observable, createObservable } from '@host/contracts';

/** Light, dark, or what the system has. */
export const SCHEMES = ['system', 'light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** What the console looks like. */
export interface Appearance {
  scheme: Observable<Scheme>;
  choose: (scheme: Scheme) => void;
}

const KEY = 'console.scheme';

/** Keeps the chosen scheme in the browser, and shows it on the page. */
export function createAppearance(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  root: { dataset: Record<string, string | undefined> },
): Appearance {
  const kept = readKept(storage);
  const scheme = createObservable<Scheme>(kept);
  root.dataset['scheme'] = kept;
  return {
    scheme,
    choose: (chosen) => {
      scheme.set(chosen);
      root.dataset['scheme'] = chosen;
      try {
        storage.setItem(KEY, chosen);
      } catch {
        // A browser that keeps nothing shows it until the page is left.
      }
    },
  };
}

function readKept(storage: Pick<Storage, 'getItem'>): Scheme {
  try {
    const kept = storage.getItem(KEY);
    return SCHEMES.find((scheme) => scheme === kept) ?? 'system';
  } catch {
    return 'system';
  }
}
