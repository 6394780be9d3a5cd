import type { ChangeKind } from './createLive.ts';

/** The first part of the keys of what messages change. */
const OF_MESSAGES = new Set<unknown>(['message', 'messages', 'device', 'topic', 'overview']);
/** Looked at when somebody asks, since it costs the server something. */
const NEVER = new Set<unknown>(['system']);

/** Whether what was read under a key may be another by now. */
export function isConcerned(key: readonly unknown[], kinds: ReadonlySet<ChangeKind>): boolean {
  if (NEVER.has(key[0])) return false;
  const isOnlyMessages = kinds.size === 1 && kinds.has('messages');
  return !isOnlyMessages || OF_MESSAGES.has(key[0]);
}
