import { fieldsOf, parseJson } from '../../guards.ts';
import type { RemoteMessage } from '../../PushPlatform.types.ts';
import { readMessage } from '../readMessage.ts';

/** What the gateway says on a live connection. */
export type ServerMessage =
  | { type: 'hello'; cursor: number; heartbeat: number }
  | { type: 'heartbeat'; cursor: number }
  | { type: 'inbox' }
  | { type: 'message'; cursor: number; message: RemoteMessage };

/** Reads what the gateway said; undefined for what a newer one may say. */
export function readServerMessage(text: unknown): ServerMessage | undefined {
  const fields = fieldsOf(parseJson(text));
  const { type, cursor, heartbeat } = fields ?? {};
  if (type === 'inbox') return { type };
  if (!Number.isSafeInteger(cursor) || (cursor as number) < 0) return undefined;
  const at = { cursor: cursor as number };
  if (type === 'hello')
    return typeof heartbeat === 'number' ? { type, ...at, heartbeat } : undefined;
  if (type === 'heartbeat') return { type, ...at };
  const message = type === 'message' ? readMessage(fields) : undefined;
  return message && { type: 'message', ...at, message };
}
