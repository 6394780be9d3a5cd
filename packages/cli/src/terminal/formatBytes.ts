/** A size for people: `512 B`, `1.5 kB`, `2.34 MB`, `5.67 GB`. */
export function formatBytes(bytes: number): string {
  if (Math.abs(bytes) < 1000) return `${bytes} B`;
  if (Math.abs(bytes) < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  if (Math.abs(bytes) < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(2)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}

/** A difference of sizes for people: `+1.5 kB`, `−20 B`, `same`. */
export function formatDelta(bytes: number): string {
  if (bytes === 0) return 'same';
  return bytes > 0 ? `+${formatBytes(bytes)}` : `−${formatBytes(-bytes)}`;
}
