import type { DeviceCount, PushMessage } from '@host/contracts';

import { devicesIn } from '../text/formatDeviceCount.ts';

/** How many devices a push is for, and when they get it: to be for a device is not to reach it. */
export function reachWords(count: DeviceCount, content: PushMessage): string {
  const { send_at: sendAt, time_to_live: seconds } = content;
  if (count.devices === 0) return 'No device would get it now.';
  const isOne = count.devices === 1 && count.isExact;
  const when = sendAt === undefined ? 'at once' : 'at its time';
  const later = seconds === 0 ? 'not at all' : `when ${isOne ? 'it comes' : 'they come'} back`;
  const which = isOne
    ? `It gets it ${when} if it is connected or a push service reaches it, otherwise ${later}.`
    : `Those that are connected or that a push service reaches get it ${when}, the others ${later}.`;
  return `It is for ${devicesIn(count)}${sendAt === undefined ? '' : ' as of now'}. ${which}`;
}
