import { directionOf, isLocale } from '@host/contracts/messages';
import { readInstallId } from '@host/host-runtime';
import { createIndexedDbStore } from '@host/host-runtime/web';

import { LANGUAGE_KEY, languageChoiceOf, languageFor } from '../language/languageFor.ts';
import { SCHEME_KEY, schemeOf } from '../theme/createAppearance.ts';
import { drawTiles, tilesIn } from './drawTiles.ts';
import { leaveEarlyCatalog } from './earlyGlobal.ts';
import { followScheme } from './followScheme.ts';
import { readEarlyCopy } from './keptChoices.ts';
import { keepTiles, readKeptTiles } from './keptTiles.ts';
import { onFailedStart } from './onFailedStart.ts';
import { showNotStarted } from './showNotStarted.ts';
import { startTexts } from './startTexts.ts';

// A small script that runs before the host: it renders the catalog of the last visit and requests the current one while
// the host bundle loads. The skeleton gets the colour scheme and language that the host will have.
followScheme(schemeOf(readEarlyCopy(SCHEME_KEY)));
const chosen = languageChoiceOf(readEarlyCopy(LANGUAGE_KEY));
const { language, locale } = languageFor(chosen, navigator.languages);
Object.assign(document.documentElement, { lang: locale, dir: directionOf(locale) });
const isHome = location.pathname === '/app/';
const outline = document.querySelector('.outline');
let isDrawn = isHome && drawTiles(outline, tilesIn(readKeptTiles(locale)));
let hasFailed = false;
onFailedStart(() => {
  // Once the host has replaced the skeleton, it shows errors itself.
  if (hasFailed || !outline?.isConnected) return;
  hasFailed = true;
  showNotStarted(outline, startTexts(language));
});
const asked = askForCatalog().catch(() => undefined);
leaveEarlyCatalog({ asked, isDrawn: () => isDrawn });

async function askForCatalog() {
  const installId = await readInstallId(createIndexedDbStore('host'));
  const asker = { platform: 'web', hostVersion: HOST_VERSION, installId };
  const query = new URLSearchParams({
    ...asker,
    ...(isLocale(locale) && { language: locale }),
  });
  const url = `${location.origin}/v1/mini-programs?${query.toString()}`;
  const response = fetch(url, { headers: { accept: 'application/json' } });
  // The host handles a failure of this request when it takes it.
  response.then(take).catch(() => undefined);
  return { url, response };
}

async function take(response: Response): Promise<void> {
  if (!response.ok) return;
  // A clone: the host reads the response itself.
  const { items } = (await response.clone().json()) as { items?: unknown };
  const tiles = tilesIn(items);
  if (isHome && !hasFailed) isDrawn = drawTiles(outline, tiles) || isDrawn;
  keepTiles(tiles, locale);
}
