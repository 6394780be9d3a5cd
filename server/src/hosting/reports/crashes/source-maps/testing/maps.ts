import { buffer } from 'node:stream/consumers';

import { ZipFile } from 'yazl';

const START = '{"version":3,"sources":["src/App.ts"],"names":[],"mappings":"AAAA"';

/** The first place of `App.js` is that of `src/App.ts`. */
export function smallMap(): string {
  return `${START}}`;
}

/** With so many small objects that reading it takes twenty times its own size of memory. */
export function hugeMap({ megabytes }: { megabytes: number }): string {
  return `${START},"x":[${'{},'.repeat((megabytes * 1e6) / 3)}{}]}`;
}

/** The source maps of a version, with that of `App.js` alone. */
export function archiveOf(map: string | Buffer): Promise<Buffer> {
  const zip = new ZipFile();
  // Archives that grow a lot are refused.
  zip.addBuffer(Buffer.from(map), 'App.js.map', { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}
