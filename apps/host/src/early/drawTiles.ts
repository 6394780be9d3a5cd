/** More do not fit on a screen, and the host draws all of them a moment later. */
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
 * Draws tiles into the outline of the first screen, as plain links, and says whether it did. It has no libraries: it is
 * there long before they are.
 */
export function drawTiles(outline: Element | null, tiles: readonly Tile[]): boolean {
  // The host has put its screen in the place of the outline, or there is nothing to draw.
  if (!outline?.isConnected || tiles.length === 0) return false;
  // The first stands for the search, and stays; those after it show where tiles will be, or are those of the last visit.
  for (const outdated of outline.querySelectorAll('i ~ *')) outdated.remove();
  outline.append(...tiles.map(tileOf));
  outline.removeAttribute('aria-hidden');
  outline.setAttribute('role', 'main');
  return true;
}

/** The first tiles of a list, which may be anything. */
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
  // Names are in whatever language their publisher speaks.
  element.dir = 'auto';
  element.textContent = text;
  return element;
}
