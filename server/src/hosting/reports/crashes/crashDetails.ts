import type { CrashDetails } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import type { Queries } from '../../../storage/database/Database.types.ts';
import { listFailuresAt } from '../failureRows.ts';
import { stackFrames } from '../stackFrames.ts';
import { findCrash, listFirstVersions, toCrash } from './crashRows.ts';
import type { MapStack } from './source-maps/mapStack.ts';

/** One crash: its versions, and the stack of one of them, mapped to the source. */
export async function crashDetails(
  { db, mapStack }: { db: Queries; mapStack: MapStack },
  { appId, place, version }: { appId: string; place: string; version: string | undefined },
): Promise<CrashDetails> {
  const row = await findCrash(db, appId, place);
  if (!row) throw new ApiError('crash-not-found', `${appId} has no crash ${place}.`);
  const failures = await listFailuresAt(db, appId, place);
  const shown = failures.find(
    (each) => each.stack !== null && (version === undefined || each.version === version),
  );
  return {
    ...toCrash(row, await listFirstVersions(db, [row])),
    versions: failures.map((each) => ({
      version: each.version,
      status: each.status,
      ...(each.paused_because !== null && { pausedBecause: each.paused_because }),
      kind: each.kind,
      message: each.message,
      count: each.count,
      platforms: talliesOf(each.platforms),
      hostVersions: talliesOf(each.host_versions),
      firstAt: new Date(each.first_at).toISOString(),
      lastAt: new Date(each.last_at).toISOString(),
    })),
    ...(shown && { stack: await stackOf(mapStack, appId, shown) }),
  };
}

async function stackOf(
  mapStack: MapStack,
  appId: string,
  shown: Awaited<ReturnType<typeof listFailuresAt>>[number],
): Promise<NonNullable<CrashDetails['stack']>> {
  const { version, stack_platform: platform, stack } = shown;
  const frames = stackFrames(stack!);
  const { sources, mapping, failure } = await mapStack({ appId, version, platform }, frames);
  return {
    version,
    platform,
    frames: frames.map(({ reported }, index) => {
      const source = sources[index];
      return { reported, ...(source && { source }) };
    }),
    mapping,
    ...(failure && { mappingFailure: failure }),
  };
}

/** The most frequent first. */
function talliesOf(text: string): { name: string; count: number }[] {
  return Object.entries(JSON.parse(text) as Record<string, number>)
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count);
}
