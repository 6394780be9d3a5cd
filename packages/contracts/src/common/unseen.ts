/**
 * An invisible character: control and format characters, lone surrogates, private use, and noncharacters. That is `\p{C}`
 * without unassigned code points, written out for JavaScript engines on phones without Unicode property escapes.
 */
export const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff0-\ufffb\ufffe\uffff\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}-\u{e00ff}\u{e01f0}-\u{10ffff}]/u;

/**
 * Removes invisible characters from a text. The two joiners stay, since Persian, the scripts of India and combined emoji
 * need them.
 */
export function withoutUnseen(text: string): string {
  return text.replace(new RegExp(UNSEEN, 'gu'), (found) =>
    /[\u200c\u200d]/.test(found) ? found : '',
  );
}
