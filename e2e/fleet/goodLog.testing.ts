import type { FleetEvent } from './FleetEvent.types.ts';

/** The time at which the messages of the log were sent. */
export const SENT = 1000;
export const sent = (n: string, id: string, more: object = {}): FleetEvent => ({
  at: SENT,
  type: 'sent',
  n,
  id,
  to: { topic: 'news' },
  node: 'one',
  tookMs: 5,
  ...more,
});
export const shown = (device: string, n: string, id: string, at = SENT + 10): FleetEvent => ({
  at,
  type: 'shown',
  device,
  n,
  id,
});
export const fault = (at: number, isOver: boolean, more: object = {}): FleetEvent => ({
  at,
  type: 'fault',
  fault: 'kill',
  isOver,
  ...more,
});
export const connection = (at: number, isConnected: boolean, node = 'one'): FleetEvent => ({
  at,
  type: 'connection',
  device: 'phone',
  isConnected,
  node,
});

/** A log without violations: two devices, a message to both, and one to one of them. */
export const good: FleetEvent[] = [
  { at: 0, type: 'device', device: 'phone', topics: ['news'] },
  { at: 0, type: 'device', device: 'tablet', topics: ['news'] },
  connection(0, true),
  sent('a', '1'),
  sent('b', '2', { to: { device: 'phone' } }),
  shown('phone', 'a', '1'),
  shown('tablet', 'a', '1'),
  shown('phone', 'b', '2'),
  { at: SENT + 20, type: 'cursor', device: 'phone', cursor: 2 },
  { at: 1e6, type: 'counted', id: '1', sent: 2, delivered: 2 },
  { at: 1e6, type: 'counted', id: '2', sent: 1, delivered: 1 },
];
export const without = (matches: (event: FleetEvent) => boolean) =>
  good.filter((each) => !matches(each));
export const isShownOnTablet = (event: FleetEvent) =>
  event.type === 'shown' && event.device === 'tablet';
export const lostByDatabase = (
  at: number,
  ids: readonly string[],
  keptUpTo: number | undefined,
  lastKept = 0,
): FleetEvent => ({ at, type: 'lost-by-database', ids, lastKept, keptUpTo });
