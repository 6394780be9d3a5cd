import { access, constants } from 'node:fs/promises';

import { installDebianPackage } from './installDebianPackage.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser for tests, installed when it is missing and this process may; or the reason why there is none. */
export async function provideChromium(): Promise<{ path: string } | { reason: string }> {
  const there = await findChromium();
  if (there !== undefined) return { path: there };
  const reason = await installDebianPackage('chromium');
  const path = await findChromium();
  return path === undefined ? { reason: reason ?? 'it was installed and is not there' } : { path };
}

async function findChromium(): Promise<string | undefined> {
  for (const place of [process.env['CHROMIUM'] ?? '', ...PLACES]) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  return undefined;
}
