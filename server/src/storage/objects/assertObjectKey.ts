const MAX_KEY_BYTES = 1024;
/** The longest name in file systems; S3 allows more, but a key must fit both. */
const MAX_PART_BYTES = 255;

/** Throws a TypeError that names the key unless it can be stored, under the same name, by every object store. */
export function assertObjectKey(key: string): void {
  const problem = objectKeyProblem(key);
  if (problem !== undefined) throw new TypeError(`${shown(key)} is no object key: ${problem}.`);
}

/** Throws a TypeError unless keys can start like this: nothing, a key, the beginning of one, or a key and a slash. */
export function assertObjectPrefix(prefix: string): void {
  if (prefix === '') return;
  const problem = objectKeyProblem(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
  if (problem !== undefined)
    throw new TypeError(`${shown(prefix)} is no prefix of object keys: ${problem}.`);
}

/** Why a text is no valid object key, or undefined if it is one. */
export function objectKeyProblem(key: string): string | undefined {
  if (typeof key !== 'string') return 'it is no text';
  if (key === '') return 'it is empty';
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return `it is longer than ${MAX_KEY_BYTES} bytes`;
  if (key.includes('\\')) return 'it has a backslash; parts are separated by /';
  if (/\p{Cc}/u.test(key)) return 'it has a control character';
  // Both kinds of stores would replace a lone surrogate by U+FFFD, so that two keys would become one.
  if (/\p{Cs}/u.test(key)) return 'it is not well-formed Unicode';
  for (const part of key.split('/')) {
    if (part === '') return 'it has an empty part: a slash at an end, or two in a row';
    if (part === '.' || part === '..') return 'it has a part that is . or ..';
    // Ignoring case, because some file systems do.
    if (part.toLowerCase().startsWith('.tmp')) return 'a part starts with .tmp';
    if (Buffer.byteLength(part) > MAX_PART_BYTES)
      return `it has a part longer than ${MAX_PART_BYTES} bytes`;
  }
  return undefined;
}

/** The key as it is shown in errors: escaped and truncated, since a hostile key could end up in logs. */
function shown(key: unknown): string {
  const text = JSON.stringify(key) ?? String(key);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
