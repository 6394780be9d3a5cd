import { access, constants } from 'node:fs/promises';

import { installDebianPackage } from './installDebianPackage.ts';

/** A program for tests: its path, or the reason why there is none. */
export type Provided = { path: string } | { reason: string };

/** Finds a program in one of its usual places; installs Debian's package if it is missing and this process may do so. */
export async function provideProgram(
  debianPackage: string,
  places: readonly string[],
): Promise<Provided> {
  const there = await firstThere(places);
  if (there !== undefined) return { path: there };
  const reason = await installDebianPackage(debianPackage);
  const path = await firstThere(places);
  return path === undefined ? { reason: reason ?? 'it was installed and is not there' } : { path };
}

async function firstThere(places: readonly string[]): Promise<string | undefined> {
  for (const place of places) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  return undefined;
}
