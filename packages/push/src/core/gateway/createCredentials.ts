import { type DeviceCredentials, parseJson } from '@host/contracts';

import type { PushStorage } from '../PushPlatform.types.ts';
import { readCredentials } from './answers.ts';
import type { AskGateway } from './createGatewayCalls.ts';

const CREDENTIALS = 'gateway/credentials';

/**
 * Makes what gives the token that the gateway gave this device, and the key that proves who holds it: those that were kept,
 * or new ones.
 */
export function createCredentials(
  storage: PushStorage,
  ask: AskGateway,
): () => Promise<DeviceCredentials> {
  let underWay: Promise<DeviceCredentials> | undefined;

  async function load(): Promise<DeviceCredentials> {
    const kept = readCredentials(parseJson(await storage.get(CREDENTIALS)));
    if (kept) return kept;
    const made = await ask({ method: 'POST', path: '/v1/push/tokens', answer: readCredentials });
    // Kept before they are used: whatever happens now, the next start is the same device.
    await storage.set(CREDENTIALS, JSON.stringify(made));
    return made;
  }

  // All who ask at the same time share one request; a failed one can be tried again.
  return () => {
    underWay ??= load().catch((error: unknown) => {
      underWay = undefined;
      throw error;
    });
    return underWay;
  };
}
