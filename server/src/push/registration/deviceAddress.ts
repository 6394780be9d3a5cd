import { WebPushSubscription } from '@host/contracts';
import * as z from 'zod/mini';

import { isOurToken } from '../devices/deviceToken.ts';
import type { DeviceAddress } from '../transports/Transport.types.ts';

const FCM_PLATFORMS = ['android', 'ios', 'web'] as const;
const APNS_TOKEN = /^[0-9a-fA-F]{64,200}$/;

/** How a push service reaches the device of a token; undefined for our own tokens, whose devices connect to us. */
export function addressOf(
  { token, platform }: { token: string; platform: string },
  registeredAt: number,
): DeviceAddress | undefined {
  if (isOurToken(token)) return undefined;
  if (APNS_TOKEN.test(token)) return { transport: 'apns', token, registeredAt };
  const subscription = subscriptionIn(token);
  if (subscription) return { transport: 'webpush', ...subscription };
  const known = FCM_PLATFORMS.find((each) => each === platform.toLowerCase());
  return { transport: 'fcm', token, ...(known && { platform: known }) };
}

function subscriptionIn(token: string): WebPushSubscription | undefined {
  if (!token.startsWith('{')) return undefined;
  try {
    const parsed = z.safeParse(WebPushSubscription, JSON.parse(token));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
