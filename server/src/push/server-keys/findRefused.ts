import type { GrantOfPerson } from '../../operations/console/grantOfPerson.ts';
import type { ProvenGroups } from '../../operations/identity/Caller.ts';
import { type Grant, reaches } from '../../operations/identity/Reach.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { isPlatformSender } from './platformSenders.ts';
import { type MiniAppState, type SenderRights, findMiniAppStates } from './senderRows.ts';
import { namesIn } from './serverKeys.ts';

/** The reasons why a scheduled message is not sent. */
type Refusal =
  | 'sender-revoked'
  | 'sender-unknown'
  | 'role-taken-away'
  | 'mini-app-taken-away'
  | 'mini-app-suspended';

/** A scheduled message and its sender. */
export interface Scheduled {
  id: number;
  sender: string;
  /** The ProvenGroups of a person, as JSON. */
  proven: string | null;
  /** What the key or token of its sender allows. */
  rights: SenderRights;
  /** The mini-app in whose name it is sent; may be left out if the sender has a key or token without restrictions. */
  appId: string | undefined;
}

/** A message that its sender may no longer send. */
export interface RefusedMessage {
  id: number;
  because: Refusal;
  /** The mini-app in whose name it would have been sent, if that is the reason. */
  appId?: string | undefined;
}

/** The current restrictions of a sender. */
type Restriction = Pick<Grant, 'apps' | 'publisher'>;

/**
 * Finds messages that their senders may no longer send, since what allowed it was revoked: the key or token, the role of a
 * person, or the mini-app, which may also be suspended. An expired key does not count: it was valid when it scheduled them.
 * It takes one statement, however many messages, senders or mini-apps there are, and none without restrictions.
 */
export async function findRefused(
  { db, grantOfPerson }: { db: Queries; grantOfPerson: GrantOfPerson },
  messages: readonly Scheduled[],
): Promise<RefusedMessage[]> {
  const refused: RefusedMessage[] = [];
  const restricted: { id: number; to: Restriction; appId: string | undefined }[] = [];
  for (const { id, sender, proven, rights, appId } of messages) {
    if (isPlatformSender(sender)) continue;
    const now =
      proven === null
        ? restrictionOfIssued(rights)
        : restrictionOfPerson(grantOfPerson(JSON.parse(proven) as ProvenGroups));
    if (typeof now === 'string') refused.push({ id, because: now });
    // A person with rights to the whole platform now may have been restricted to a mini-app then.
    else if (isBound(now) || proven !== null) restricted.push({ id, to: now, appId });
  }
  const apps = new Set(restricted.flatMap(({ appId }) => appId ?? []));
  const found = await findMiniAppStates(db, [...apps]);
  const states = new Map(found.map((state) => [state.app_id, state]));
  for (const { id, to, appId } of restricted) {
    const because = refusalOf(to, appId, states.get(appId ?? ''));
    if (because) refused.push({ id, because, appId });
  }
  return refused;
}

function restrictionOfIssued(rights: SenderRights): Restriction | Refusal {
  // Also if a person scheduled it on a release that did not store their groups: their rights are unknown.
  if (rights.issued_id === null) return 'sender-unknown';
  if (rights.revoked_at !== null) return 'sender-revoked';
  return { apps: namesIn(rights.mini_apps), publisher: rights.publisher_id };
}

function restrictionOfPerson(grant: Grant | undefined): Restriction | Refusal {
  return grant?.scopes.includes('push') ? grant : 'role-taken-away';
}

function isBound({ apps, publisher }: Restriction): boolean {
  return apps !== undefined || publisher !== null;
}

/** Why a message is refused. Its topics need no check: they belong to the mini-app in whose name it is sent. */
function refusalOf(
  to: Restriction,
  appId: string | undefined,
  state: MiniAppState | undefined,
): Refusal | undefined {
  // Scheduled in the name of the host, by a sender that has since been restricted to mini-apps.
  if (appId === undefined) return isBound(to) ? 'mini-app-taken-away' : undefined;
  if (!state || !reaches(to, appId, state.publisher_id)) return 'mini-app-taken-away';
  return state.suspended === 1 ? 'mini-app-suspended' : undefined;
}
