import type { GrantOfPerson } from '../../operations/console/grantOfPerson.ts';
import type { ProvenGroups } from '../../operations/identity/Caller.ts';
import { type Grant, reaches } from '../../operations/identity/Reach.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { isPlatformSender } from './platformSenders.ts';
import { type MiniAppState, type SenderRow, findMiniAppStates, findSenders } from './senderRows.ts';
import { namesIn } from './serverKeys.ts';

/** Why what somebody scheduled is not sent. */
type Refusal =
  | 'sender-revoked'
  | 'sender-unknown'
  | 'role-taken-away'
  | 'mini-app-taken-away'
  | 'mini-app-suspended';

/** Who scheduled a message. */
interface Scheduled {
  id: number;
  sender: string;
  /** The ProvenGroups of a person, as JSON. */
  proven: string | null;
}

/** A message that its sender may not send now. */
export interface RefusedMessage {
  id: number;
  because: Refusal;
  /** The mini-app in whose name it would have been sent, where that is why. */
  appId?: string | undefined;
}

/** What a sender is restricted to now. */
type Restriction = Pick<Grant, 'apps' | 'publisher'>;

interface RefusedDeps {
  db: Queries;
  grantOfPerson: GrantOfPerson;
  /** The mini-app in whose name each of some messages is sent, by the id of the message. */
  appsOf: (messageIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

/**
 * Which messages their senders could not send now, since what allowed it was taken away: the key or the token, the role of a
 * person, the mini-app, or the right of the mini-app to do anything. A key that has ended by itself scheduled in time. The
 * number of statements does not depend on how many messages, senders or mini-apps there are.
 */
export async function findRefused(
  { db, grantOfPerson, appsOf }: RefusedDeps,
  messages: readonly Scheduled[],
): Promise<RefusedMessage[]> {
  const issuedTo = messages.filter(
    ({ sender, proven }) => proven === null && !isPlatformSender(sender),
  );
  const ids = [...new Set(issuedTo.map(({ sender }) => sender))];
  const issued = new Map((await findSenders(db, ids)).map((row) => [row.id, row]));
  const refused: RefusedMessage[] = [];
  const restricted: { id: number; to: Restriction }[] = [];
  for (const { id, sender, proven } of messages) {
    if (isPlatformSender(sender)) continue;
    const now =
      proven === null
        ? restrictionOfIssued(issued.get(sender))
        : restrictionOfPerson(grantOfPerson(JSON.parse(proven) as ProvenGroups));
    if (typeof now === 'string') refused.push({ id, because: now });
    // A person who sends for the whole platform now may have scheduled it for one mini-app.
    else if (isBound(now) || proven !== null) restricted.push({ id, to: now });
  }
  if (restricted.length === 0) return refused;
  const apps = await appsOf(restricted.map(({ id }) => id));
  const found = await findMiniAppStates(db, [...new Set(apps.values())]);
  const states = new Map(found.map((state) => [state.app_id, state]));
  for (const { id, to } of restricted) {
    const appId = apps.get(id);
    const because = refusalOf(to, appId, states.get(appId ?? ''));
    if (because) refused.push({ id, because, appId });
  }
  return refused;
}

function restrictionOfIssued(row: SenderRow | undefined): Restriction | Refusal {
  // Also what people scheduled with a release that did not keep their groups: nobody can tell what they may do.
  if (!row) return 'sender-unknown';
  if (row.revoked_at !== null) return 'sender-revoked';
  return { apps: namesIn(row.mini_apps), publisher: row.publisher_id };
}

function restrictionOfPerson(grant: Grant | undefined): Restriction | Refusal {
  return grant?.scopes.includes('push') ? grant : 'role-taken-away';
}

function isBound({ apps, publisher }: Restriction): boolean {
  return apps !== undefined || publisher !== null;
}

/** The topics of a message need no look: they belong to the mini-app in whose name it is sent. */
function refusalOf(
  to: Restriction,
  appId: string | undefined,
  state: MiniAppState | undefined,
): Refusal | undefined {
  // Sent in the name of the host, by somebody who is bound to mini-apps since.
  if (appId === undefined) return isBound(to) ? 'mini-app-taken-away' : undefined;
  if (!state || !reaches(to, appId, state.publisher_id)) return 'mini-app-taken-away';
  return state.suspended === 1 ? 'mini-app-suspended' : undefined;
}
