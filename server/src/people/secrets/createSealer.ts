import { hkdfSync } from 'node:crypto';

import { seal, unseal } from '../../operations/actions/idempotency/seal.ts';

/** Encrypts with the current secret, and decrypts with the current or the previous one. */
export interface Sealer {
  seal(text: string): string;
  /** Throws if neither secret decrypts it. `isOld`: it was encrypted with the previous one. */
  open(sealed: string): { text: string; isOld: boolean };
}

export function createSealer(secret: string, previous?: string): Sealer {
  const [current, ...others] = [secret, previous]
    .filter((each) => each !== undefined)
    .map((each) => Buffer.from(hkdfSync('sha256', each, '', 'host people sealing', 32)));
  return {
    seal: (text) => seal(text, current!),
    open(sealed) {
      for (const key of others) {
        const text = opened(sealed, key);
        if (text !== undefined) return { text, isOld: true };
      }
      return { text: unseal(sealed, current!), isOld: false };
    },
  };
}

function opened(sealed: string, key: Buffer): string | undefined {
  try {
    return unseal(sealed, key);
  } catch {
    return undefined;
  }
}
