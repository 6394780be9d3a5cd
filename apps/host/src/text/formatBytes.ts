const KB = 1024;
const MB = 1024 * KB;

/** A size as people read it: `12 KB`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`;
  if (bytes < MB) return `${Math.round(bytes / KB)} KB`;
  return `${Number((bytes / MB).toFixed(1))} MB`;
}
