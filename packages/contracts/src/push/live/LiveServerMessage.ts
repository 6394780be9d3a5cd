import { fieldsOf, isText, parseJson } from '../../common/guards.ts';
import type { NotificationApp } from '../NotificationApp.ts';
import type { PushNotification } from '../PushMessage.ts';
import { isLiveCursor } from './positions.ts';

/** The first message of the gateway on a connection. */
interface Hello {
  type: 'hello';
  /** The position that delivery resumes from. */
  cursor: number;
  /** The gateway sends something at least this often, in seconds. */
  heartbeat: number;
}

/** No message up to `cursor` is pending. */
interface Heartbeat {
  type: 'heartbeat';
  cursor: number;
}

/** A notification in the inbox of the device's person was read or deleted. */
interface InboxChanged {
  type: 'inbox';
  unreadCount: number;
}

/** Why the gateway ends a stream of events, which has no closing frame. */
interface Close {
  type: 'close';
  code: number;
  reason: string;
}

/** A push as it reaches a device. */
export interface LiveMessage {
  type: 'message';
  cursor: number;
  id: string;
  /** The topic that it was sent to, `/topics/<topic>`. */
  from?: string;
  sentAt: string;
  collapseKey?: string;
  priority: 'normal' | 'high';
  notification?: PushNotification;
  data?: Record<string, string>;
  contentAvailable?: true;
  mutableContent?: true;
  /** The mini-app that sends it. */
  app?: NotificationApp;
}

/** A message from the gateway to a device. */
export type LiveServerMessage = Hello | Heartbeat | InboxChanged | LiveMessage | Close;

/** A push as a device parses it, however it arrived: only the required fields are checked. */
export type ReceivedPush = Pick<LiveMessage, 'id'> & {
  readonly [Name in Exclude<keyof LiveMessage, 'id' | 'type' | 'cursor'>]?: unknown;
};

/** A message from the gateway, as far as a device understands it. */
export type HeardLiveMessage =
  | Hello
  | Heartbeat
  | Pick<InboxChanged, 'type'>
  | (Pick<LiveMessage, 'type' | 'cursor'> & { push: ReceivedPush });

/** Parses a push; undefined if the value is not one. */
export function readReceivedPush(value: unknown): ReceivedPush | undefined {
  const { id, ...rest } = fieldsOf(value) ?? {};
  return isText(id) && id !== '' ? { id, ...rest } : undefined;
}

/** Parses a message from the gateway; undefined if it is unknown, for example from a newer gateway. */
export function readLiveServerMessage(text: unknown): HeardLiveMessage | undefined {
  const fields = fieldsOf(parseJson(text)) ?? {};
  const { type, cursor, heartbeat } = fields;
  if (type === 'inbox') return { type };
  if (!isLiveCursor(cursor)) return undefined;
  if (type === 'heartbeat') return { type, cursor };
  if (type === 'hello' && typeof heartbeat === 'number') return { type, cursor, heartbeat };
  const push = type === 'message' && readReceivedPush(fields);
  return push ? { type: 'message', cursor, push } : undefined;
}
