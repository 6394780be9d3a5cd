import type { Platform } from '../common/Platform.ts';

/** What a publisher signs for one archive: the mini-app, version and platform, and every file in it. */
export interface SignedIndex {
  appId: string;
  version: string;
  platform: Platform;
  files: readonly { path: string; size: number; sha256: string }[];
}

/** The first line of the text, which identifies the format: every format has its own number. */
const FORM = 'host-mini-app-index/1';

/**
 * The canonical text that is signed for an archive. It names mini-app, version and platform, so that a signature is valid
 * for no other. Equal indexes give equal texts, whatever the order of their files, and different ones different texts. It
 * is ASCII, with lines sorted by their bytes and ended by line feeds, so any language can produce it.
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
  // A space sorts before all characters in an escaped path, so this sorts by path.
  fileLines.sort();
  const head = [FORM, words('app', appId), words('version', version), words('platform', platform)];
  return [...head, ...fileLines].map((line) => `${line}\n`).join('');
}

// Percent-encodes spaces, line feeds and all other special characters, so that the end of a word is unambiguous.
function words(...parts: string[]): string {
  return parts.map((part) => encodeURI(part)).join(' ');
}
