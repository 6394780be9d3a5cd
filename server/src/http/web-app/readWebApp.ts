import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** A file of a built web app, with the compressed forms that its build has made. */
export interface WebAppFile {
  content: Buffer;
  encodings: { br?: Buffer; gzip?: Buffer };
  contentType: string;
  etag: string;
  /** Its name contains a digest of its content, so it never changes. */
  isImmutable: boolean;
}

/** The files of a built web app by their path below it, `assets/host.4f2a….js`. */
export type WebAppFiles = ReadonlyMap<string, WebAppFile>;

const PLAIN = 'text/plain; charset=utf-8';
const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  // Files that the docs link to: to be read, not to be run.
  '.md': PLAIN,
  '.service': PLAIN,
  '.yaml': PLAIN,
};
const HASHED = /^assets\/.+\.[0-9a-f]{8,}\.\w+$/;
const COMPRESSED = { '.br': 'br', '.gz': 'gzip' } as const;

/** Reads a built web app into memory. It is a few megabytes, and a lookup in a table cannot reach files outside of it. */
export async function readWebApp(folder: string): Promise<WebAppFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const contents = new Map<string, Buffer>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    contents.set(relative(folder, path).split(sep).join('/'), await readFile(path));
  }
  if (!contents.has('index.html')) throw new Error(`${folder} has no index.html: build it first.`);

  const files = new Map<string, WebAppFile>();
  for (const [path, content] of contents) {
    if (!isCompressedForm(path, contents)) files.set(path, describe(path, content, contents));
  }
  return files;
}

function isCompressedForm(path: string, contents: ReadonlyMap<string, Buffer>): boolean {
  const ending = extname(path);
  return Object.hasOwn(COMPRESSED, ending) && contents.has(path.slice(0, -ending.length));
}

function describe(
  path: string,
  content: Buffer,
  contents: ReadonlyMap<string, Buffer>,
): WebAppFile {
  const compressed = Object.entries(COMPRESSED).flatMap(([ending, encoding]) => {
    const form = contents.get(path + ending);
    return form ? [[encoding, form] as const] : [];
  });
  return {
    content,
    encodings: Object.fromEntries(compressed),
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(content).digest('base64url').slice(0, 22),
    isImmutable: HASHED.test(path),
  };
}
