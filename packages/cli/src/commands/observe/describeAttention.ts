import type { Attention } from '@host/contracts';

import { formatDate } from '../../terminal/formatDate.ts';

/** What needs attention as a row of a table: what it is, of what, why and when. */
export function describeAttention(item: Attention): string[] {
  switch (item.kind) {
    case 'paused':
      return ['paused by itself', versionOf(item), item.because, formatDate(item.at)];
    case 'failing': {
      const { failedStarts, crashed, loaded } = item;
      const today = `${failedStarts} failed starts, ${crashed} crashes, ${loaded} openings`;
      return ['fails often', versionOf(item), today, 'today'];
    }
    case 'suspended':
      return ['suspended', item.appId, item.reason ?? '', ''];
    case 'submitted':
      return ['waits for review', versionOf(item), '', formatDate(item.at)];
    case 'upstream-failing':
      return ['back end fails', item.appId, item.error, formatDate(item.at)];
    case 'push-service-failing':
      return [
        'push service fails',
        item.name,
        item.error ?? '',
        item.at === undefined ? '' : formatDate(item.at),
      ];
    case 'schedule-failed':
      return ['was not released', versionOf(item), item.because, formatDate(item.at)];
    case 'token-expires':
      return ['token ends soon', item.name, item.id, formatDate(item.expiresAt)];
    case 'server-key-expires':
      return ['server key ends soon', item.name, item.id, formatDate(item.expiresAt)];
    default:
      return ['certificate ends soon', item.host, '', formatDate(item.expiresAt)];
  }
}

function versionOf({ appId, version }: { appId: string; version: string }): string {
  return `${appId}@${version}`;
}
