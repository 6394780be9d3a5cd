const KEY = 'host/catalog-tiles';

/**
 * The tiles of the last visit. Not in a cache or a database, which answer only once the host's script is under way: these
 * are drawn with the first paint. They are public, and what the server says replaces them a moment later.
 */
export function readKeptTiles(locale: string): unknown {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const { locale: theirs, tiles } = (kept ?? {}) as { locale?: unknown; tiles?: unknown };
    // Their names are in the language of then.
    return theirs === locale ? tiles : undefined;
  } catch {
    // No storage, or somebody else's text.
    return undefined;
  }
}

export function keepTiles(tiles: unknown, locale: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ locale, tiles }));
  } catch {
    // Drawn a little later the next time.
  }
}
