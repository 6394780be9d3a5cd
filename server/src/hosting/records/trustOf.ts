import type { Isolation, Permission, Trust } from '@host/contracts';

import type { MiniProgramRow } from './miniProgramRows.ts';
import type { TrustDecision } from './TrustDecision.types.ts';
import { type Platforms, type VersionRow, registrationOf } from './versionRows.ts';

/** The trust in a version: its own, or its publisher's while the version still matches what the publisher was trusted with. */
export function trustOf(version: VersionRow, app: MiniProgramRow): Trust {
  const own = ownDecision(version);
  if (own?.state === 'trusted') return told(own, 'trusted', 'version');
  if (own?.state === 'taken') return told(own, 'none', 'version');
  const inherited = throughPublisher(version, app);
  // Trust in the publisher, if given after the version's own trust lapsed, takes its place.
  if (own && inherited?.state !== 'trusted') return told(own, 'lapsed', 'version');
  return inherited ?? { state: 'none' };
}

/** The isolation that hosts have to use for a version. */
export function isolationOf(version: VersionRow, app: MiniProgramRow): Isolation {
  return trustOf(version, app).state === 'trusted' ? 'realm' : 'frame';
}

/** The keys of a version's signatures; undefined when one of its archives has none. */
export function signingKeysOf(version: VersionRow): string[] | undefined {
  const signatures = Object.values(JSON.parse(version.platforms) as Platforms).map(
    ({ signature }) => signature?.keyId,
  );
  return signatures.every((keyId) => keyId !== undefined) ? signatures : undefined;
}

function throughPublisher(version: VersionRow, app: MiniProgramRow): Trust | undefined {
  const decision = publisherDecision(app);
  if (!decision || decision.state === 'taken' || app.framed === 1) return undefined;
  if (decision.state === 'lapsed') return told(decision, 'lapsed', 'publisher');
  if (app.trusted_permissions === null || app.trusted_keys === null) {
    const reason = 'the mini-app came after its publisher was trusted';
    return told({ ...decision, reason }, 'none', 'publisher');
  }
  const reason = whatDiffers(
    version,
    JSON.parse(app.trusted_permissions) as Permission[],
    JSON.parse(app.trusted_keys) as string[],
  );
  return reason === undefined
    ? told(decision, 'trusted', 'publisher')
    : told({ ...decision, reason }, 'lapsed', 'publisher');
}

/** Why a version does not match what its publisher was trusted with. */
function whatDiffers(
  version: VersionRow,
  permissions: readonly Permission[],
  keys: readonly string[],
): string | undefined {
  const grown = registrationOf(version).permissions.filter((each) => !permissions.includes(each));
  if (grown.length > 0) return `it declares ${grown.join(', ')}, which was not trusted`;
  const signedWith = signingKeysOf(version);
  if (!signedWith && keys.length > 0) return 'it is not signed, and what was trusted was';
  const other = signedWith?.find((keyId) => !keys.includes(keyId));
  return other && `it is signed with the key ${other}, which was not trusted`;
}

/** The trust in a publisher, as the admin API answers it. */
export function trustIn(publisher: TrustColumns): Trust {
  const decision = ownDecision(publisher);
  if (!decision) return { state: 'none' };
  const state = decision.state === 'taken' ? 'none' : decision.state;
  return told(decision, state, 'publisher');
}

interface TrustColumns {
  trust_state: TrustDecision['state'] | null;
  trust_reason: string | null;
  trust_actor: string | null;
  trust_at: number | null;
}

function ownDecision(row: TrustColumns): TrustDecision | undefined {
  const { trust_state: state, trust_reason: reason, trust_actor: actor, trust_at: at } = row;
  return state === null ? undefined : { state, reason, actor: actor!, at: at! };
}

function publisherDecision(row: MiniProgramRow): TrustDecision | undefined {
  if (row.publisher_trust_state === null) return undefined;
  return {
    state: row.publisher_trust_state,
    reason: row.publisher_trust_reason,
    actor: row.publisher_trust_actor!,
    at: row.publisher_trust_at!,
  };
}

function told(
  { reason, actor, at }: TrustDecision,
  state: Trust['state'],
  through: 'version' | 'publisher',
): Trust {
  return {
    state,
    through,
    ...(reason !== null && { reason }),
    by: actor,
    at: new Date(at).toISOString(),
  };
}
