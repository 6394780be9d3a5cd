import { Me } from '@host/contracts';
import type { KeyValueStore } from '@host/host-runtime';
import * as z from 'zod/mini';

import type { SessionVault } from './Session.types.ts';

const KEY = 'host:session';
const Kept = z.object({ person: Me, refreshToken: z.optional(z.string()) });

/** Persists a session in a store. In browsers it holds no secret: the refresh token is in a cookie. */
export function createStoredVault(store: Omit<KeyValueStore, 'keys'>): SessionVault {
  return {
    async read() {
      const parsed = Kept.safeParse(parse(await store.get(KEY)));
      return parsed.success ? parsed.data : undefined;
    },
    write: (session) => store.set(KEY, JSON.stringify(session)),
    clear: () => store.delete(KEY),
  };
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
