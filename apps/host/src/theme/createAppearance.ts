import { createObservable } from '@host/contracts';
import type { KeyValueStore } from '@host/host-runtime';
import type { Observable } from '@host/miniapp-sdk/host';

/** The person's choice; `system` follows the device. */
export type Scheme = 'system' | 'light' | 'dark';

export const SCHEMES: readonly Scheme[] = ['system', 'light', 'dark'];

/** The choice between light and dark, persisted. */
export interface Appearance {
  scheme: Observable<Scheme>;
  choose: (scheme: Scheme) => void;
  /** Reads the persisted choice. */
  start(): Promise<void>;
}

/** The key that the choice is stored under. */
export const SCHEME_KEY = 'host:scheme';

/** Parses a stored choice; anything else is `system`. */
export function schemeOf(kept: string | null | undefined): Scheme {
  return SCHEMES.find((each) => each === kept) ?? 'system';
}

export function createAppearance(store: Pick<KeyValueStore, 'get' | 'set'>): Appearance {
  const scheme = createObservable<Scheme>('system');
  return {
    scheme,
    choose(chosen) {
      scheme.set(chosen);
      void store.set(SCHEME_KEY, chosen);
    },
    async start() {
      scheme.set(schemeOf(await store.get(SCHEME_KEY)));
    },
  };
}
