/** What a page does on keys: `/`, or two after each other, `g m`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** The part of a key event that is used. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Whether somebody is typing: the key belongs to a field then. */
  isTyping: boolean;
}

/** How long the second key may take. */
const MAX_PAUSE_MS = 1500;

/** Makes what is told of every key; it says whether the key was a shortcut, so that the page does nothing else with it. */
export function createShortcuts(
  shortcuts: Shortcuts,
  now: () => number = Date.now,
): (press: KeyPress) => boolean {
  const starts = new Set(
    Object.keys(shortcuts).flatMap((keys) => (keys.includes(' ') ? [keys.split(' ')[0]!] : [])),
  );
  let first: { key: string; at: number } | undefined;
  return ({ key, ctrlKey, metaKey, altKey, isTyping }) => {
    if (altKey || isTyping) return false;
    if (ctrlKey || metaKey) {
      return key.toLowerCase() === 'k' ? run(shortcuts['mod+k']) : false;
    }
    const before = first && now() - first.at <= MAX_PAUSE_MS ? `${first.key} ` : '';
    first = undefined;
    if (run(shortcuts[before + key])) return true;
    if (run(shortcuts[key])) return true;
    if (starts.has(key)) first = { key, at: now() };
    return false;
  };
}

function run(action: (() => void) | undefined): boolean {
  action?.();
  return action !== undefined;
}
