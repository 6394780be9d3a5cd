/** What a terminal obeys instead of showing it, but for ends of lines and tabs; colours are a sequence of their own. */
const CONTROLS = /\u001b\[[0-9;]*m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * A text as a terminal can be given it, whoever wrote it: control characters would move the cursor, change the title or the
 * clipboard, or pass for what this command says. They are shown as pictures of themselves; colours stay.
 */
export function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(CONTROLS, (found) => (found.length > 1 ? found : pictureOf(found.charCodeAt(0))));
}

function pictureOf(code: number): string {
  if (code === 0x7f) return '␡';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}
