import type { ChangeKind } from './createLive.ts';

/** The first part of the keys of what some changes concern; others may concern everything. */
const CONCERNED: Partial<Record<ChangeKind, ReadonlySet<unknown>>> = {
  messages: new Set(['message', 'messages', 'device', 'topic', 'overview']),
  devices: new Set(['device', 'devices', 'topic', 'topics', 'audience', 'overview']),
  upstream: new Set(['upstream', 'overview', 'system']),
  system: new Set(['overview', 'system']),
  crash: new Set(['crash', 'crashes', 'reports', 'series', 'mini-apps', 'version', 'overview']),
};
/** Looked at when somebody asks, since it costs the server something. */
const NEVER = new Set<unknown>(['findings']);

/** Whether what was read under a key may be another by now. */
export function isConcerned(key: readonly unknown[], kinds: ReadonlySet<ChangeKind>): boolean {
  if (NEVER.has(key[0])) return false;
  return [...kinds].some((kind) => CONCERNED[kind]?.has(key[0]) ?? true);
}
