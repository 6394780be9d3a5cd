import { path } from '@host/api-client/exchange';
import { type Notification, isLiveMessageId, parseJson } from '@host/contracts';

import { textsOf } from '../guards.ts';
import type { PushStorage } from '../PushPlatform.types.ts';
import { anything, readInboxPage } from './answers.ts';
import { type AskGateway, unlessMissing } from './createGatewayCalls.ts';
import type { InboxGateway } from './PushGateway.types.ts';

/** What was in the inbox the last time, as ids. */
const LISTED = 'gateway/inbox';
const MAX_PAGES = 5;

/** The inbox of whoever the access token speaks for; nobody's is empty, and what is done to it changes nothing. */
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

  /** One after the other: the server marks each by its own address, and one that is gone needs nothing. */
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
      // What was listed and is not any more was deleted elsewhere, unless it is only further down than was looked.
      const oldest = isWhole ? 0 : +ids.at(-1)!;
      const listed = new Set(ids);
      const deletedIds = before.filter((id) => !listed.has(id) && +id >= oldest);
      return { notifications, deletedIds };
    },
    markRead: (ids) => change(ids, 'POST', '/read'),
    delete: (ids) => change(ids, 'DELETE'),
  };
}
