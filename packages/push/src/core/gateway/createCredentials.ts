import { type DeviceCredentials, parseJson } from '@host/contracts';

import type { PushStorage } from '../PushPlatform.types.ts';
import { readCredentials } from './answers.ts';
import type { AskGateway } from './createGatewayCalls.ts';

/** The token that the gateway gave this device, and the key that proves who holds it. */
export interface Credentials {
  /** Those that were kept, or new ones. */
  demand(): Promise<DeviceCredentials>;
}

const CREDENTIALS = 'gateway/credentials';

export function createCredentials(storage: PushStorage, ask: AskGateway): Credentials {
  let underWay: Promise<DeviceCredentials> | undefined;

  async function load(): Promise<DeviceCredentials> {
    const kept = readCredentials(parseJson(await storage.get(CREDENTIALS)));
    if (kept) return kept;
    const made = await ask({ method: 'POST', path: '/v1/push/tokens', answer: readCredentials });
    // Kept before they are used: whatever happens now, the next start is the same device.
    await storage.set(CREDENTIALS, JSON.stringify(made));
    return made;
  }

  return {
    // All who ask at the same time share one request; a failed one can be tried again.
    demand() {
      underWay ??= load().catch((error: unknown) => {
        underWay = undefined;
        throw error;
      });
      return underWay;
    },
  };
}
