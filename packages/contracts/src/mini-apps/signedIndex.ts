import type { Platform } from '../common/Platform.ts';

/** What a publisher signs for one archive: the mini-app, version and platform, and every file in it. */
export interface SignedIndex {
  appId: string;
  version: string;
  platform: Platform;
  files: readonly { path: string; size: number; sha256: string }[];
}

/** The first line of the text: another form gets another number, and no text fits two forms. */
const FORM = 'host-mini-app-index/1';

/**
 * The text that is signed for an archive. It names mini-app, version and platform, so that a signature holds for no
 * other; equal indexes give equal text whatever the order of their files, different ones never do. All of it is ASCII,
 * lines are sorted by their bytes and end with a line feed: any language can make it.
 *
 * @example
 * signedIndexText({ appId: 'com.acme.orders', version: '1.4.0', platform: 'ios', files: [{ path: 'a b.js', size: 2, sha256 }] });
 * // host-mini-app-index/1
 * // app com.acme.orders
 * // version 1.4.0
 * // platform ios
 * // a%20b.js 2 0123…
 */
export function signedIndexText({ appId, version, platform, files }: SignedIndex): string {
  const fileLines = files.map(({ path, size, sha256 }) => words(path, String(size), sha256));
  // A space sorts before whatever a path can hold now, so this orders by path.
  fileLines.sort();
  const head = [FORM, words('app', appId), words('version', version), words('platform', platform)];
  return [...head, ...fileLines].map((line) => `${line}\n`).join('');
}

// Percent signs for blanks, line feeds and all else that is not plain: nothing inside a word can pass for its end.
function words(...parts: string[]): string {
  return parts.map((part) => encodeURI(part)).join(' ');
}
