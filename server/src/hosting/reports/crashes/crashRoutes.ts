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

import { decodeCursor } from '../../../http/cursor.ts';
import { pageLimit, toPage } from '../../../http/page.ts';
import type { TypedApp } from '../../../http/TypedApp.types.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import { crashDetails } from './crashDetails.ts';
import { type CrashListPlace, listCrashes, listPlaceOf, toCrash } from './crashRows.ts';
import type { MapStack } from './source-maps/mapStack.ts';

const shared = { tags: ['registry'], security: [{ token: [] }] };
/** Behind every crash. */
const LATEST: CrashListPlace = [Number.MAX_SAFE_INTEGER, '~', '~'];

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
          'By the place where they happened, over all versions, the latest first. A token that is restricted to mini-apps sees those. Scope: `read`.',
        querystring: CrashQuery,
        response: { 200: pageOf(Crash) },
      },
    },
    async ({ query, caller }) => {
      const { appId, version } = query;
      if (appId !== undefined) await caller.demandApp(appId);
      const apps = appId === undefined ? caller.apps : [appId];
      const limit = pageLimit(query);
      const before = decodeCursor<CrashListPlace>(query.cursor, LATEST);
      const rows = await listCrashes(db, { apps, version, before, limit: limit + 1 });
      return toPage(rows, limit, toCrash, listPlaceOf);
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
