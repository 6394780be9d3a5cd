import { PLATFORMS, type Platform } from '@host/contracts';

import type { TestBed } from '../host-runtime/openHost.ts';
import { checkLibrary } from './checkLibrary.ts';
import type { Library, Verdict } from './Library.types.ts';
import { showOnWeb } from './showOnWeb.ts';

/** Builds, checks and runs the mini-app in a folder, which uses a library, on all platforms. */
export async function measureLibrary(
  root: string,
  library: Library,
  bed: TestBed,
): Promise<Record<Platform, Verdict>> {
  const failing = await checkLibrary(root, library.name, PLATFORMS);
  const entries: [Platform, Verdict][] = [];
  for (const platform of PLATFORMS) {
    const why = failing.get(platform);
    const verdict: Verdict =
      why === undefined ? helped(library, platform) : { result: 'fails', why: shorten(why, root) };
    entries.push([platform, verdict]);
  }
  const verdicts = Object.fromEntries(entries) as Record<Platform, Verdict>;
  if (failing.has('web')) return verdicts;
  return { ...verdicts, web: await lookAtWeb(root, library, bed) };
}

async function lookAtWeb(root: string, library: Library, bed: TestBed): Promise<Verdict> {
  const inFrame = await showOnWeb(bed, root, library, 'frame');
  if (inFrame === undefined) return helped(library, 'web');
  const inPage = await showOnWeb(bed, root, library, 'realm');
  return inPage === undefined
    ? { result: 'with-help', needs: `the host’s page: a frame has ${missing(inFrame, root)}` }
    : { result: 'fails', why: shorten(inPage, root) };
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
