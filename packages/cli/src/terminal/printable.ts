/** Control characters of terminals, except line breaks and tabs; colour sequences are matched separately. */
const CONTROLS = /\u001b\[[0-9;]*m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Makes untrusted text safe for a terminal: control characters could move the cursor, change the title or the clipboard, or
 * fake output of this command. They are replaced by control pictures (U+2400); colours stay.
 */
export function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(CONTROLS, (found) => (found.length > 1 ? found : pictureOf(found.charCodeAt(0))));
}

/** JSON that is printed as it is: what `printable` would replace is escaped, so that it is the same when it is read again. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /[\u007f-\u009f]/g,
    (found) => `\\u00${found.charCodeAt(0).toString(16)}`,
  );
}

function pictureOf(code: number): string {
  if (code === 0x7f) return '␡';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}
