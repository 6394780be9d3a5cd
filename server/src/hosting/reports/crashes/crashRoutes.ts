import {
  AppId,
  Crash,
  CrashDetails,
  CrashDetailsQuery,
  CrashPlace,
  CrashQuery,
  pageOf,
} from '@host/contracts';
import * as z from 'zod/mini';

import { readPart } from '../../../http/lists/sortedList.ts';
import type { TypedApp } from '../../../http/TypedApp.types.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import { crashDetails } from './crashDetails.ts';
import { CRASH_LIST, listCrashes, listFirstVersions, toCrash } from './crashRows.ts';
import type { MapStack } from './source-maps/mapStack.ts';

const shared = { tags: ['registry'], security: [{ token: [] }] };

/** Where mini-apps crash. */
export function crashRoutes(
  app: TypedApp,
  { db, mapStack }: { db: Database; mapStack: MapStack },
): void {
  app.get(
    '/crashes',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'List crashes',
        description:
          'By the place where they happened, over all versions, the latest first, or in the order of `sort`; with `q` those that have this text in their message, their first frame or the id of their mini-app. A token that is restricted to mini-apps sees those. Scope: `read`.',
        querystring: CrashQuery,
        response: { 200: pageOf(Crash) },
      },
    },
    async ({ query, caller }) => {
      const { appId, version, q } = query;
      if (appId !== undefined) await caller.requireApp(appId);
      const apps = appId === undefined ? caller.apps : [appId];
      const part = readPart(CRASH_LIST, query);
      const rows = await listCrashes(db, part, { apps, version, q });
      const firstVersions = await listFirstVersions(db, rows);
      return part.toPage(rows, (row) => toCrash(row, firstVersions));
    },
  );

  app.get(
    '/mini-programs/:appId/crashes/:place',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'Read a crash',
        description:
          'With the versions that had it, by platform and version of the host, and a stack: where source maps were uploaded with the version, each frame says where it is in the source. The maps themselves are never public. Scope: `read`.',
        params: z.object({ appId: AppId, place: CrashPlace }),
        querystring: CrashDetailsQuery,
        response: { 200: CrashDetails },
      },
    },
    async ({ params: { appId, place }, query: { version } }) =>
      crashDetails({ db, mapStack }, { appId, place, version }),
  );
}
