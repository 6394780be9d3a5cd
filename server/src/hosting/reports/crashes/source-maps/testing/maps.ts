import { buffer } from 'node:stream/consumers';

import { ZipFile } from 'yazl';

const START = '{"version":3,"sources":["src/App.ts"],"names":[],"mappings":"AAAA"';

/** Maps the first position of `App.js` to that of `src/App.ts`. */
export function smallMap(): string {
  return `${START}}`;
}

/** So many small objects that parsing it takes twenty times its size in memory. */
export function hugeMap({ megabytes }: { megabytes: number }): string {
  return `${START},"x":[${'{},'.repeat((megabytes * 1e6) / 3)}{}]}`;
}

/** An archive of source maps that contains only that of `App.js`. */
export function archiveOf(map: string | Buffer): Promise<Buffer> {
  const zip = new ZipFile();
  // Uncompressed: archives with a high compression ratio are refused.
  zip.addBuffer(Buffer.from(map), 'App.js.map', { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}
