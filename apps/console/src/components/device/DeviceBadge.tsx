import type { DeviceRecord } from '@host/contracts';

import { Badge } from '../Badge.tsx';

/** Whether a device can be reached now. */
export function DeviceBadge({ device }: { device: DeviceRecord }) {
  if (device.quarantined !== undefined) return <Badge tone="bad">Left alone</Badge>;
  if (device.connected) return <Badge tone="ok">Connected</Badge>;
  if (device.transport !== undefined)
    return <Badge tone="info">Reached by {device.transport}</Badge>;
  return <Badge>Away</Badge>;
}
