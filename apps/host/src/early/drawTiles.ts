/** More do not fit on a screen, and the host renders all of them a moment later. */
const MAX_TILES = 12;
const PAGE = '/app/';
const APP_ID = /^[\w.-]+$/;

interface Tile {
  appId: string;
  name: string;
  description?: unknown;
  icon?: unknown;
}

/**
 * Renders tiles into the skeleton of the first screen, as plain links, and returns whether it did. It uses no libraries,
 * since it runs long before they are loaded.
 */
export function drawTiles(outline: Element | null, tiles: readonly Tile[]): boolean {
  // The host has already replaced the skeleton, or there is nothing to render.
  if (!outline?.isConnected || tiles.length === 0) return false;
  // The first child is the placeholder of the search field and stays; the others are placeholders or tiles of the last visit.
  for (const outdated of outline.querySelectorAll('i ~ *')) outdated.remove();
  outline.append(...tiles.map(tileOf));
  outline.removeAttribute('aria-hidden');
  outline.setAttribute('role', 'main');
  return true;
}

/** The first valid tiles of a list of unknown type. */
export function tilesIn(items: unknown): Tile[] {
  if (!Array.isArray(items)) return [];
  const tiles = items.filter(
    (item: Partial<Tile> | null): item is Tile =>
      typeof item?.appId === 'string' && APP_ID.test(item.appId) && typeof item.name === 'string',
  );
  return tiles
    .slice(0, MAX_TILES)
    .map(({ appId, name, description, icon }) => ({ appId, name, description, icon }));
}

function tileOf({ appId, name, description, icon }: Tile): HTMLElement {
  const tile = make('a', 'tile');
  tile.href = `${PAGE}miniapp/${encodeURIComponent(appId)}`;
  const letter = make('span', 'icon', name.slice(0, 1).toUpperCase());
  letter.setAttribute('aria-hidden', 'true');
  if (typeof icon === 'string') letter.replaceChildren(pictureOf(icon, letter.textContent ?? ''));
  const words = make('span', 'words');
  words.append(make('strong', '', name));
  if (typeof description === 'string') words.append(make('small', '', description));
  tile.append(letter, words);
  return tile;
}

function pictureOf(address: string, letter: string): HTMLElement {
  const picture = make('img', '');
  picture.alt = '';
  picture.addEventListener('error', () => picture.replaceWith(letter));
  picture.src = address;
  return picture;
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, kind: string, text = '') {
  const element = document.createElement(name);
  element.className = kind;
  // A name may be in another language, and so in another direction, than the page.
  element.dir = 'auto';
  element.textContent = text;
  return element;
}
