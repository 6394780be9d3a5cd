import { fieldsOf, readReceivedPush } from '@host/contracts';
import type { MemoryPlatform } from '@host/push/memory';

import { type PushService, startPushService } from '../push/startPushService.ts';

type RemoteMessage = Extract<Parameters<MemoryPlatform['emit']>[0], { type: 'message' }>['message'];

/** A local fake of a browser's push service, and the service worker that it delivers to. */
export interface Receiver extends Pick<PushService, 'origin' | 'subscription' | 'stop'> {
  /** Sets the listener for incoming messages. */
  listen(listener: (message: RemoteMessage) => void): void;
}

/** Starts a push service for one device. */
export async function startReceiver(): Promise<Receiver> {
  let hear: (message: RemoteMessage) => void = () => {};
  const service = await startPushService(async (payload) => hear(messageIn(payload)));
  return {
    origin: service.origin,
    subscription: service.subscription,
    stop: () => service.stop(),
    listen: (listener) => void (hear = listener),
  };
}

function messageIn(payload: object): RemoteMessage {
  const { id, data, notification } = readReceivedPush(payload)!;
  const { title, body } = fieldsOf(notification) as { title: string; body: string };
  return { id, title, body, data: fieldsOf(data) as Record<string, string>, isShown: false };
}
