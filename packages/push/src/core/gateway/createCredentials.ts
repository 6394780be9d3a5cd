import { type DeviceCredentials, parseJson } from '@host/contracts';

import type { PushStorage } from '../PushPlatform.types.ts';
import { readCredentials } from './answers.ts';
import type { AskGateway } from './createGatewayCalls.ts';

const CREDENTIALS = 'gateway/credentials';

/**
 * Creates a function that returns the token that the gateway issued for this device, and its key: the stored ones, or new
 * ones.
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
    // Stored before they are used, so that the next start is the same device in any case.
    await storage.set(CREDENTIALS, JSON.stringify(made));
    return made;
  }

  // Concurrent callers share one request; a failed one can be retried.
  return () => {
    underWay ??= load().catch((error: unknown) => {
      underWay = undefined;
      throw error;
    });
    return underWay;
  };
}
