import { extname } from 'node:path/posix';

interface ContentType {
  readonly type: string;
  /** Whether brotli and gzip make it smaller; formats with their own compression are left alone. */
  readonly compressible: boolean;
}

const text = (type: string): ContentType => ({ type, compressible: true });
const packed = (type: string): ContentType => ({ type, compressible: false });

const SCRIPT = text('text/javascript; charset=utf-8');
const JSON_DOCUMENT = text('application/json');
const JPEG = packed('image/jpeg');

/**
 * What mini-apps are made of. Pages are missing on purpose (.html, .htm, .xhtml, .xml, .pdf and their like): the
 * archives come from others and are served from our origin, where an uploaded page would run with our cookies and
 * rights. A mini-app has no use for a page of its own, so these come as bytes to download. An .svg is a page too when
 * it is opened by itself, but useless as an image under any other type: whoever serves it adds a sandboxing policy.
 */
const TYPES: ReadonlyMap<string, ContentType> = new Map([
  ['.js', SCRIPT],
  ['.mjs', SCRIPT],
  ['.bundle', SCRIPT],
  ['.json', JSON_DOCUMENT],
  ['.map', JSON_DOCUMENT],
  ['.css', text('text/css; charset=utf-8')],
  ['.txt', text('text/plain; charset=utf-8')],
  ['.svg', text('image/svg+xml')],
  ['.png', packed('image/png')],
  ['.jpg', JPEG],
  ['.jpeg', JPEG],
  ['.webp', packed('image/webp')],
  ['.gif', packed('image/gif')],
  ['.avif', packed('image/avif')],
  ['.ttf', text('font/ttf')],
  ['.otf', text('font/otf')],
  ['.woff', packed('font/woff')],
  ['.woff2', packed('font/woff2')],
  ['.wasm', text('application/wasm')],
  ['.zip', packed('application/zip')],
  ['.mp4', packed('video/mp4')],
  ['.mp3', packed('audio/mpeg')],
  ['.wav', packed('audio/wav')],
]);

const UNKNOWN = packed('application/octet-stream');

/** The Content-Type that a file of a mini-app is served with. */
export function contentTypeOf(fileName: string): string {
  return lookUp(fileName).type;
}

/** Whether a file of a mini-app is worth a compressed variant, going by its name. */
export function isCompressible(fileName: string): boolean {
  return lookUp(fileName).compressible;
}

function lookUp(fileName: string): ContentType {
  return TYPES.get(extname(fileName).toLowerCase()) ?? UNKNOWN;
}
