import { archiveError } from './archiveError.ts';

/** A name in an archive that has passed the rules. */
export interface EntryPath {
  /** With `/` between the parts, and without one at the end. */
  readonly path: string;
  readonly isFolder: boolean;
}

// What one system takes for an ordinary name is a way out, a stream or a device on another, and an archive is
// unpacked on all of them. The first rule that fits gives the message, so the more telling ones stand first.
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
    'has a control or invisible character in its name; expected printable characters',
  ],
  // In old code pages these are written as the slash that they look like.
  [
    /[\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c]/,
    'has a character in its name that some systems take for a slash; expected / between folders',
  ],
  [/\\/, 'has a backslash in its name; expected / between folders'],
  [/^\//, 'has an absolute name; expected one relative to the archive'],
  [/:/, 'has a colon in its name (a drive or stream on Windows); expected a name without'],
  [/(?:^|\/)\.\.(?:\/|$)/, 'has ".." in its name; expected a name that stays inside the archive'],
  [/(?:^|\/)\.?(?:\/|$)/, 'has an empty part or "." in its name; expected one / between names'],
  [/[. ](?:\/|$)/, 'has a part that ends with a dot or space, which Windows drops; expected none'],
  [
    /(?:^|\/)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.[^/]*)?(?:\/|$)/i,
    'has the name of a Windows device; expected another name',
  ],
];

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads an entry's name and refuses it with `artifact-unsafe-name` where it could be harmful on any system. */
export function readEntryPath(raw: Buffer, maxLength: number): EntryPath {
  const refuse = (detail: string) => archiveError('artifact-unsafe-name', raw.toString(), detail);

  const isFolder = raw.at(-1) === '/'.charCodeAt(0);
  const length = isFolder ? raw.length - 1 : raw.length;
  if (length > maxLength) {
    throw refuse(`has a name of ${length} bytes; expected at most ${maxLength}`);
  }

  const name = decode(raw);
  if (name === undefined) throw refuse('has a name that is not UTF-8; expected UTF-8');

  const path = isFolder ? name.slice(0, -1) : name;
  // A lone / is absolute rather than empty.
  const whole = path === '' ? name : path;
  const compatible = whole.normalize('NFKC');
  for (const [pattern, detail] of FORBIDDEN) {
    if (pattern.test(whole)) throw refuse(detail);
    if (pattern.test(compatible)) throw refuse(`${detail}, also in its compatible form (NFKC)`);
  }
  if (compatible.split('/').length !== whole.split('/').length) {
    throw refuse('has a character in its name that unfolds to a slash; expected / between folders');
  }
  return { path, isFolder };
}

function decode(raw: Buffer): string | undefined {
  try {
    return utf8.decode(raw);
  } catch {
    return undefined;
  }
}
