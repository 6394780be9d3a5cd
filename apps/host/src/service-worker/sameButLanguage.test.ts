import { expect, it } from 'vitest';

import { sameButLanguage } from './sameButLanguage.ts';

const CATALOG = 'https://host.example/v1/mini-programs?platform=web&hostVersion=1.0.0';

it.each([
  [`${CATALOG}&language=de`, `${CATALOG}&language=ar`, true],
  [`${CATALOG}&language=de`, CATALOG, true],
  [`${CATALOG}&language=de&q=taxi`, `${CATALOG}&q=taxi&language=es`, true],
  [`${CATALOG}&language=de&q=taxi`, `${CATALOG}&language=de`, false],
  [CATALOG, CATALOG.replace('mini-programs', 'mini-programs/com.acme.x/resolve'), false],
])('%s and %s ask the same but for the language: %s', (one, other, isSame) => {
  expect(sameButLanguage(one, other)).toBe(isSame);
});
