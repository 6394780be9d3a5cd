// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\\\s\u0000-\u001f]/;
/** Encoded dots and slashes, which some servers read as plain ones. */
const DISGUISED = /%2e|%2f|%5c/i;

/**
 * A path, normalized as a server would, if it is still below the mini-app's own; otherwise undefined. Not by `URL`, which
 * not every engine that runs hosts implements completely.
 */
export function ownPath(path: string, own: string | undefined): string | undefined {
  if (own === undefined || typeof path !== 'string' || UNSAFE.test(path)) return undefined;
  const [address = ''] = path.split('#', 1);
  const mark = address.indexOf('?');
  const pathname = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark);
  if (!pathname.startsWith('/') || pathname.includes('//') || DISGUISED.test(pathname)) {
    return undefined;
  }
  const parts: string[] = [];
  for (const part of pathname.slice(1).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  if (parts[0] !== own) return undefined;
  return encodeText(`/${parts.join('/')}${query}`);
}

/** Percent-encodes characters that a URL cannot contain; undefined for lone surrogates. */
function encodeText(text: string): string | undefined {
  try {
    return text.replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent);
  } catch {
    return undefined;
  }
}
