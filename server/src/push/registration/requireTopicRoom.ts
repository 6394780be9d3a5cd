import { LIMITS } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import {
  MAX_TOPICS_OF_STRANGER,
  MAX_TOPIC_BYTES_PER_DEVICE,
} from '../../operations/quotas/quotaLimits.ts';
import type { DeviceRow } from '../devices/deviceRows.ts';

/** Throws when a device may not subscribe itself to one more topic. */
export function requireTopicRoom(
  { has_come }: Pick<DeviceRow, 'has_come'>,
  topics: readonly { topic: string }[],
  added: string,
): void {
  if (topics.length >= LIMITS.topicsPerDevice) {
    throw new ApiError('too-many-topics', `The device has ${LIMITS.topicsPerDevice} topics.`);
  }
  if (has_come === 0 && topics.length >= MAX_TOPICS_OF_STRANGER) {
    const detail = `A device has at most ${MAX_TOPICS_OF_STRANGER} topics until it connects for the first time.`;
    throw new ApiError('too-many-topics', detail);
  }
  const bytes = topics.reduce((sum, { topic }) => sum + topic.length, added.length);
  if (bytes <= MAX_TOPIC_BYTES_PER_DEVICE) return;
  const detail = `The names of the device's topics are ${bytes} bytes; ${MAX_TOPIC_BYTES_PER_DEVICE} are kept.`;
  throw new ApiError('too-many-topics', detail);
}
