import {
  PERMISSIONS,
  PLATFORMS,
  type Platform,
  type Translations,
  type VersionChanges,
  versionShares,
} from '@host/contracts';

import type { Queries } from '../../../storage/database/Database.types.ts';
import { findFileIndex } from '../../records/artifactRows.ts';
import type { MiniProgramRow } from '../../records/miniProgramRows.ts';
import { type VersionRow, listReleased } from '../../records/versionRows.ts';
import { toRegistrationRecord } from '../toRegistrationRecord.ts';

/** Files that are listed for each platform; their total number is always given. */
const MAX_NAMED_FILES = 200;

type FileChanges = Pick<VersionChanges['platforms'][number], 'files' | 'changed' | 'same'>;

/** What a version changes compared with the one that most people get now. */
export async function compareWithLive(
  db: Queries,
  row: VersionRow,
  app: MiniProgramRow,
): Promise<VersionChanges> {
  const live = await findLive(db, row);
  const after = toRegistrationRecord(row, app);
  const before = live && toRegistrationRecord(live, app);
  const had = before?.permissions ?? [];
  const modules = new Set([...Object.keys(before?.shared ?? {}), ...Object.keys(after.shared)]);
  const platforms = PLATFORMS.filter((each) => before?.platforms[each] ?? after.platforms[each]);
  return {
    ...(before && { against: before.version }),
    name: { ...(before && { before: before.name }), after: after.name },
    translatedNames: compareTranslations(before?.translations, after.translations),
    permissions: {
      added: PERMISSIONS.filter((each) => after.permissions.includes(each) && !had.includes(each)),
      removed: PERMISSIONS.filter(
        (each) => !after.permissions.includes(each) && had.includes(each),
      ),
      kept: PERMISSIONS.filter((each) => after.permissions.includes(each) && had.includes(each)),
    },
    minHostVersion: {
      ...(before && { before: before.minHostVersion }),
      after: after.minHostVersion,
    },
    isolation: { ...(before && { before: before.isolation }), after: after.isolation },
    signed: { ...(before && { before: before.signed }), after: after.signed },
    shared: [...modules]
      .toSorted()
      .map((module) => ({
        module,
        ...rangesOf(ownOf(before?.shared, module), ownOf(after.shared, module)),
      }))
      .filter((each) => each.before !== each.after),
    platforms: await Promise.all(
      platforms.map(async (platform) => ({
        platform,
        ...rangesOf(before?.platforms[platform]?.size, after.platforms[platform]?.size),
        ...(await compareFiles(db, platform, row, live)),
      })),
    ),
    ...(app.upstream !== null && { upstream: app.upstream }),
  };
}

function compareTranslations(
  before: Translations = {},
  after: Translations = {},
): VersionChanges['translatedNames'] {
  const languages = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...languages]
    .toSorted()
    .map((language) => ({
      language,
      ...rangesOf(ownOf(before, language)?.name, ownOf(after, language)?.name),
    }))
    .filter((each) => each.before !== each.after);
}

/**
 * The version that most installs get now, except for the reviewed one itself: even once it is released, it is compared
 * with the version that its installs would get without it.
 */
async function findLive(db: Queries, row: VersionRow): Promise<VersionRow | undefined> {
  const others = (await listReleased(db, row.app_id)).filter(
    ({ version }) => version !== row.version,
  );
  const released = others.map(({ version, percentage }) => ({
    version,
    percentage: percentage / 100,
  }));
  const [largest] = versionShares(released)
    .filter(({ version }) => version !== undefined)
    .toSorted((one, other) => other.percent - one.percent);
  return others.find(({ version }) => version === largest?.version);
}

async function compareFiles(
  db: Queries,
  platform: Platform,
  row: VersionRow,
  live: VersionRow | undefined,
): Promise<FileChanges> {
  const after = await findFileIndex(db, row.app_id, row.version, platform);
  const before = live ? await findFileIndex(db, live.app_id, live.version, platform) : [];
  if (!after || !before) return {};
  const had = new Map(before.map((file) => [file.path, file]));
  const has = new Map(after.map((file) => [file.path, file]));
  const paths = [...new Set([...had.keys(), ...has.keys()])].toSorted();
  const changed = paths.filter((path) => had.get(path)?.sha256 !== has.get(path)?.sha256);
  return {
    files: changed.slice(0, MAX_NAMED_FILES).map((path) => ({
      path,
      ...rangesOf(had.get(path)?.size, has.get(path)?.size),
    })),
    changed: changed.length,
    same: paths.length - changed.length,
  };
}

/** An own property: packages and languages may be named like members of Object.prototype, such as `constructor`. */
function ownOf<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The values before and after, each only if there is one. */
function rangesOf<Value>(
  before: Value | undefined,
  after: Value | undefined,
): { before?: Value; after?: Value } {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}
