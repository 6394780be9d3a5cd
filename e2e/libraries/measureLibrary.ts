import { PLATFORMS, type Platform } from '@host/contracts';

import type { TestBed } from '../host-runtime/openHost.ts';
import { type Failure, checkLibrary } from './checkLibrary.ts';
import type { Library, Verdict } from './Library.types.ts';
import { shareInHost } from './shareInHost.ts';
import { PATIENCE_MS, showOnWeb } from './showOnWeb.ts';

/**
 * Builds, checks and runs the mini-app in a folder, which uses a library, on all platforms. A page may take `patienceMs` to
 * show what it should.
 */
export async function measureLibrary(
  root: string,
  library: Library,
  bed: TestBed,
  patienceMs = PATIENCE_MS,
): Promise<Record<Platform, Verdict>> {
  const failing = await checkLibrary(root, library.name, PLATFORMS);
  const entries: [Platform, Verdict][] = [];
  for (const platform of PLATFORMS) {
    const failure = failing.get(platform);
    const verdict =
      failure === undefined
        ? helped(library, platform)
        : await inHostThatShares(root, library, platform, failure);
    entries.push([platform, verdict]);
  }
  const verdicts = Object.fromEntries(entries) as Record<Platform, Verdict>;
  if (failing.has('web')) return verdicts;
  return { ...verdicts, web: await lookAtWeb(root, library, bed, patienceMs) };
}

/** Checks it as in a host that shares the libraries whose native part is missing, where that is why it fails. */
async function inHostThatShares(
  root: string,
  { name }: Library,
  platform: Platform,
  failure: Failure,
): Promise<Verdict> {
  // In browsers there is nothing native that a host could share.
  if (platform === 'web') return fails(failure.why, root);
  const shared = new Set<string>();
  let last: Failure | undefined = failure;
  while (last?.native !== undefined && !shared.has(last.native)) {
    shared.add(last.native);
    await shareInHost(root, shared);
    last = (await checkLibrary(root, name, [platform])).get(platform);
  }
  const names = [...shared].toSorted().join(', ');
  if (last === undefined) return { result: 'with-help', needs: `a host that shares ${names}` };
  return fails(shared.size === 0 ? last.why : `In a host that shares ${names}: ${last.why}`, root);
}

function fails(why: string, root: string): Verdict {
  return { result: 'fails', why: shorten(why, root) };
}

async function lookAtWeb(
  root: string,
  library: Library,
  bed: TestBed,
  patienceMs: number,
): Promise<Verdict> {
  const inFrame = await showOnWeb(bed, root, library, 'frame', patienceMs);
  if (inFrame === undefined) return helped(library, 'web');
  const inPage = await showOnWeb(bed, root, library, 'realm', patienceMs);
  return inPage === undefined
    ? { result: 'with-help', needs: `the host’s page: a frame has ${missing(inFrame, root)}` }
    : fails(inPage, root);
}

function missing(why: string, root: string): string {
  return /localStorage|sessionStorage/.test(why)
    ? 'no localStorage'
    : `less (${shorten(why, root)})`;
}

function helped({ help }: Library, platform: Platform): Verdict {
  return help?.platforms.includes(platform)
    ? { result: 'with-help', needs: help.what }
    : { result: 'works' };
}

/** The first sentences, on one line, without the folder of the project and what is in it. */
function shorten(text: string, root: string): string {
  const line = text
    .replaceAll(root, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/ src\/.*$/, '')
    .trim();
  return line.length > 240 ? `${line.slice(0, 239)}…` : line;
}
