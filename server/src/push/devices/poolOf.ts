import type { Pool } from '../../operations/quotas/Pool.types.ts';
import { STRANGER_FOR_SECONDS } from '../../operations/quotas/quotaLimits.ts';
import type { DeviceRow } from './deviceRows.ts';

/** The pool whose quotas a device uses: it counts as a stranger until it has a person, or was seen and is a day old. */
export function poolOf(
  { person_id, has_come, created_at }: Pick<DeviceRow, 'person_id' | 'has_come' | 'created_at'>,
  now: number,
): Pool {
  if (person_id !== null) return 'people';
  const isNew = now - created_at < STRANGER_FOR_SECONDS * 1000;
  return has_come === 1 && !isNew ? 'devices' : 'strangers';
}
