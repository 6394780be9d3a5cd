import type { DeviceCount } from '@host/contracts';

import { countOf, formatCount } from './formatNumber.ts';

/** How many devices, `12,345` or `about 2,000,000`. */
export function formatDeviceCount({ devices, isExact }: DeviceCount): string {
  return isExact ? formatCount(devices) : `about ${formatCount(devices)}`;
}

/** The same as part of a sentence, `1 device`. */
export function devicesIn({ devices, isExact }: DeviceCount): string {
  return isExact ? countOf(devices, 'device') : `about ${countOf(devices, 'device')}`;
}
