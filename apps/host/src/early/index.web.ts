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

// Small, and before the host: it draws the catalog of the last visit and asks for today's while the host is on its way.
// The outline looks as the host will.
followScheme(schemeOf(readEarlyCopy(SCHEME_KEY)));
const chosen = languageChoiceOf(readEarlyCopy(LANGUAGE_KEY));
const { language, locale } = languageFor(chosen, navigator.languages);
Object.assign(document.documentElement, { lang: locale, dir: directionOf(locale) });
const isHome = location.pathname === '/app/';
const outline = document.querySelector('.outline');
let isDrawn = isHome && drawTiles(outline, tilesIn(readKeptTiles(locale)));
let hasFailed = false;
onFailedStart(() => {
  // Once the host has put its screen there, it says itself what fails.
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
  // The host hears of what fails; until then nobody has to.
  response.then(take).catch(() => undefined);
  return { url, response };
}

async function take(response: Response): Promise<void> {
  if (!response.ok) return;
  // A copy: the host reads the answer itself.
  const { items } = (await response.clone().json()) as { items?: unknown };
  const tiles = tilesIn(items);
  if (isHome && !hasFailed) isDrawn = drawTiles(outline, tiles) || isDrawn;
  keepTiles(tiles, locale);
}
