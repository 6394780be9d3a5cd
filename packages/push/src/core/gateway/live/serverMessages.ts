import { PushNotification } from '@host/contracts';
import * as z from 'zod/mini';

import type { RemoteMessage } from '../../../platform/PushPlatform.types.ts';

const Cursor = z.int().check(z.minimum(0));

const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), cursor: Cursor, heartbeat: z.number() }),
  z.object({ type: z.literal('heartbeat'), cursor: Cursor }),
  z.object({ type: z.literal('inbox') }),
  z.object({
    type: z.literal('message'),
    cursor: Cursor,
    id: z.string(),
    sentAt: z.string(),
    notification: z.optional(PushNotification),
    data: z.optional(z.record(z.string(), z.string())),
  }),
]);

/** What the gateway says on a live connection. */
export type ServerMessage = z.infer<typeof ServerMessage>;

/** Reads what the gateway said; undefined for what a newer one may say. */
export function readServerMessage(text: unknown): ServerMessage | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const parsed = z.safeParse(ServerMessage, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** A message as the rest of the package knows it. */
export function remoteMessageOf(
  message: Extract<ServerMessage, { type: 'message' }>,
): RemoteMessage {
  const { id, sentAt, notification = {}, data = {} } = message;
  const { title, body, image, tag, android_channel_id, click_action } = notification;
  const at = Date.parse(sentAt);
  return {
    id,
    data,
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body }),
    ...(image !== undefined && { imageUrl: image }),
    ...(tag !== undefined && { tag }),
    ...(android_channel_id !== undefined && { channelId: android_channel_id }),
    ...(click_action !== undefined && { category: click_action }),
    ...(!Number.isNaN(at) && { sentAt: at }),
    isShown: false,
  };
}
