const KEY = 'host/catalog-tiles';

/**
 * The tiles of the last visit. Not in a cache or a database, which answer only once the host's script is under way: these
 * are drawn with the first paint. They are public, and what the server says replaces them a moment later.
 */
export function readKeptTiles(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    // No storage, or somebody else's text.
    return undefined;
  }
}

export function keepTiles(tiles: unknown): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tiles));
  } catch {
    // Drawn a little later the next time.
  }
}
