const KEY = 'host/catalog-tiles';

/**
 * The tiles of the last visit, in localStorage: IndexedDB or a cache would answer too late for the first paint. They are
 * public data, and the server's response replaces them a moment later.
 */
export function readKeptTiles(locale: string): unknown {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const { locale: theirs, tiles } = (kept ?? {}) as { locale?: unknown; tiles?: unknown };
    // Kept with the language that their names are in.
    return theirs === locale ? tiles : undefined;
  } catch {
    // There is no storage, or the value is not ours.
    return undefined;
  }
}

export function keepTiles(tiles: unknown, locale: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ locale, tiles }));
  } catch {
    // The next visit shows tiles a little later.
  }
}
