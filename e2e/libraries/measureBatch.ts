import { PLATFORMS, type Platform } from '@host/contracts';

import type { TestBed } from '../host-runtime/openHost.ts';
import { checkBatch } from './checkBatch.ts';
import type { Library, Verdict } from './Library.types.ts';
import { openWebHost } from './showOnWeb.ts';

/** How the libraries of a batch do, by platform and by name. */
export type Verdicts = Record<Platform, Map<string, Verdict>>;

/** Builds, checks and runs a mini-app that uses the libraries of a batch, on all platforms. */
export async function measureBatch(
  root: string,
  libraries: readonly Library[],
  { bed, say }: { bed: TestBed; say: (text: string) => void },
): Promise<Verdicts> {
  const verdicts: Verdicts = { ios: new Map(), android: new Map(), web: new Map() };
  // What android shows differs from ios where a library is made of other files: each is checked, together.
  for (const platforms of [['ios', 'android'], ['web']] as const) {
    const failed = await checkBatch(root, libraries, platforms, say);
    for (const library of libraries) {
      const why = failed.get(library.name);
      for (const platform of platforms) {
        verdicts[platform].set(
          library.name,
          why === undefined ? helped(library, platform) : { result: 'fails', why: shorten(why) },
        );
      }
    }
  }
  await lookAtWeb(root, libraries, verdicts.web, { bed, say });
  return verdicts;
}

/** What was built for the web is opened in a frame, as for strangers, and else in the host's page, as for trusted ones. */
async function lookAtWeb(
  root: string,
  libraries: readonly Library[],
  verdicts: Map<string, Verdict>,
  { bed, say }: { bed: TestBed; say: (text: string) => void },
): Promise<void> {
  const built = libraries.filter(({ name }) => verdicts.get(name)!.result !== 'fails');
  if (built.length === 0) return;
  const failing = new Map<Library, string>();
  const frame = await openWebHost(bed, root, 'frame');
  for (const library of built) {
    const why = await frame.show(library);
    if (why !== undefined) failing.set(library, why);
  }
  await frame.close();
  if (failing.size === 0) return;
  const realm = await openWebHost(bed, root, 'realm');
  for (const [library, inFrame] of failing) {
    const why = await realm.show(library);
    say(`  ${library.name}, web: ${why ?? `only in the host’s page, ${inFrame}`}`);
    verdicts.set(
      library.name,
      why === undefined
        ? { result: 'with-help', needs: `the host’s page: a frame has ${missingInFrame(inFrame)}` }
        : { result: 'fails', why: shorten(why) },
    );
  }
  await realm.close();
}

function missingInFrame(why: string): string {
  return /localStorage|sessionStorage/.test(why) ? 'no localStorage' : `less (${shorten(why)})`;
}

function helped({ help }: Library, platform: Platform): Verdict {
  return help?.platforms.includes(platform)
    ? { result: 'with-help', needs: help.what }
    : { result: 'works' };
}

/** The first sentences, on one line, without the files of the batch. */
function shorten(text: string): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .replace(/ src\/uses\/.*$/, '')
    .trim();
  return line.length > 240 ? `${line.slice(0, 239)}…` : line;
}

/** The platforms in the order of the page. */
export function platformsOf(verdicts: Verdicts, name: string): Record<Platform, Verdict> {
  const entries = PLATFORMS.map((platform) => [platform, verdicts[platform].get(name)!] as const);
  return Object.fromEntries(entries) as Record<Platform, Verdict>;
}
