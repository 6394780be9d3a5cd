import { path } from '@host/api-client/exchange';
import { type Notification, isLiveMessageId, parseJson } from '@host/contracts';

import { textsOf } from '../guards.ts';
import type { PushStorage } from '../PushPlatform.types.ts';
import { anything, readInboxPage } from './answers.ts';
import { type AskGateway, unlessMissing } from './createGatewayCalls.ts';
import type { InboxGateway } from './PushGateway.types.ts';

/** The storage key for the ids of the inbox at the last sync. */
const LISTED = 'gateway/inbox';
const MAX_PAGES = 5;

/** The inbox of the person with the access token; without one it is empty, and changes have no effect. */
export function createInboxCalls(
  ask: AskGateway,
  storage: PushStorage,
  accessToken: () => Promise<string | undefined>,
): InboxGateway {
  async function list(bearer: string) {
    const notifications: Notification[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = cursor === undefined ? '' : path`?cursor=${cursor}`;
      const at = `/v1/inbox${query}`;
      const answer = await ask({ method: 'GET', path: at, bearer, answer: readInboxPage });
      notifications.push(...answer.items);
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }
    return { notifications, isWhole: cursor === undefined };
  }

  /** Changes entries one by one: each has its own URL, and missing ones are ignored. */
  async function change(ids: readonly string[], method: 'POST' | 'DELETE', suffix = '') {
    const bearer = await accessToken();
    if (bearer === undefined) return;
    for (const id of ids.filter(isLiveMessageId)) {
      const at = `/v1/inbox/${id}${suffix}`;
      await ask({ method, path: at, bearer, answer: anything }).catch(unlessMissing);
    }
  }

  return {
    async read() {
      const bearer = await accessToken();
      if (bearer === undefined) return { notifications: [], deletedIds: [] };
      const { notifications, isWhole } = await list(bearer);
      const ids = notifications.map(({ id }) => id);
      const before = textsOf(parseJson(await storage.get(LISTED))) ?? [];
      await storage.set(LISTED, JSON.stringify(ids));
      // Entries that are no longer listed were deleted elsewhere, unless they are just older than what was read.
      const oldest = isWhole ? 0 : +ids.at(-1)!;
      const listed = new Set(ids);
      const deletedIds = before.filter((id) => !listed.has(id) && +id >= oldest);
      return { notifications, deletedIds };
    },
    markRead: (ids) => change(ids, 'POST', '/read'),
    delete: (ids) => change(ids, 'DELETE'),
  };
}
