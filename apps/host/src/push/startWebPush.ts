import type { KeyValueStore } from '@host/host-runtime';
import { createWebPlatform } from '@host/push/web';

import { createSend } from '../common/askServer.ts';
import { findGateway } from './findGateway.ts';
import type { PushParts, StartedPush } from './PushService.types.ts';
import { startAppPush } from './startAppPush.ts';

/** Starts push in a browser; a module of its own, so that it can be loaded after the first screen. */
export async function startWebPush(
  store: Pick<KeyValueStore, 'get' | 'set'>,
  parts: PushParts,
): Promise<StartedPush> {
  const gatewayUrl = await findGateway(createSend(''), location.origin, store);
  return startAppPush(createWebPlatform(), gatewayUrl, parts);
}
