import type { ScheduledRelease } from '@host/contracts';

import { formatPercent } from '../../text/formatNumber.ts';
import { Badge } from '../Badge.tsx';
import { Time } from '../Time.tsx';

/** A release that is to come, or that did not happen. */
export function ScheduleBadge({ of: { at, percentage, failed } }: { of: ScheduledRelease }) {
  return (
    <Badge tone={failed === undefined ? 'info' : 'bad'}>
      {failed === undefined ? `${formatPercent(percentage)} ` : 'not released '}
      <Time at={at} ahead={failed === undefined} />
    </Badge>
  );
}
