import { buffer } from 'node:stream/consumers';

import { ZipFile } from 'yazl';

/** Zips files with yazl, a writer that shares no code with our reader; equal input gives equal bytes. */
export async function zipFiles(files: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [path, content] of Object.entries(files)) {
    // The zip format's own epoch in local time: the only date whose bytes are the same in every time zone.
    const mtime = new Date(1980, 0, 1);
    archive.addBuffer(Buffer.from(content), path, {
      mtime,
      mode: 0o100644,
      forceDosTimestamp: true,
    });
  }
  archive.end();
  return buffer(archive.outputStream);
}
