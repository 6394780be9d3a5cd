import type { Translate } from '@host/contracts/messages';

const KB = 1024;
const MB = 1024 * KB;

/** Formats a size for people: `12 KB`, `1.5 MB`. */
export function formatBytes(
  bytes: number,
  t: Translate<'bytes' | 'kilobytes' | 'megabytes'>,
): string {
  if (bytes < KB) return t('bytes', { count: bytes });
  if (bytes < MB) return t('kilobytes', { count: Math.round(bytes / KB) });
  return t('megabytes', { count: Number((bytes / MB).toFixed(1)) });
}
