import {
  AppId,
  MiniProgram,
  MiniProgramQuery,
  PageQuery,
  Registration,
  RegistrationRecord,
  StatedDigests,
  Version,
  pageOf,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../../errors/ApiError.ts';
import { decodeCursor } from '../../../http/lists/cursor.ts';
import { pageLimit, toPage } from '../../../http/lists/page.ts';
import { readPart } from '../../../http/lists/sortedList.ts';
import type { TypedApp } from '../../../http/TypedApp.types.ts';
import type { AdminActions } from '../../../operations/actions/AdminActions.ts';
import type { HostApps } from '../../records/claimApp.ts';
import {
  MINI_PROGRAM_LIST,
  findMiniProgram,
  listMiniPrograms,
} from '../../records/miniProgramRows.ts';
import { listVersions } from '../../records/versionRows.ts';
import { requireVersion } from '../changeVersion.ts';
import { recordAnswer } from '../recordAnswer.ts';
import { registerVersion } from '../registerVersion.ts';
import { toMiniProgram, toMiniPrograms } from '../toMiniProgram.ts';
import { toRegistrationRecord } from '../toRegistrationRecord.ts';
import type { VerificationDeps } from '../verification/Verification.types.ts';
import { stateDigests, verifyAgain } from '../verifyAgain.ts';
import { registryRoute } from './registryRoute.ts';

const App = z.object({ appId: AppId });
const AppVersion = z.object({ appId: AppId, version: Version });
/** Orders above every version. */
const ABOVE_ALL = '~';

/** Adds to mini-apps how they were used lately. */
type AddUsage = (apps: readonly MiniProgram[]) => Promise<MiniProgram[]>;

/** Registering versions and reading them, for publishers. */
export function versionRoutes(
  app: TypedApp,
  deps: VerificationDeps & HostApps & { actions: AdminActions; withUsage: AddUsage },
): void {
  const { db, actions, withUsage } = deps;

  app.post(
    '/mini-programs',
    {
      config: { scope: 'publish' },
      schema: {
        ...registryRoute(
          'Register a version',
          'Verifies the artifacts and stores an immutable version. Scope: `publish`. New: 201. The same content again: 200. Other content: 409. Artifacts on an origin that is not ours: 201 with `verified: false`, and hosts are not given it. A mini-app that has a key needs `signatures` of every archive.',
        ),
        body: Registration,
        response: { 200: RegistrationRecord, 201: RegistrationRecord },
      },
    },
    async (request, reply) => {
      const registration = request.body;
      await request.caller.requireApp(registration.appId);
      const target = `${registration.appId}@${registration.version}`;
      return actions.perform(request, reply, { action: 'version.register', target }, (commit) =>
        registerVersion(deps, request.caller, registration, commit),
      );
    },
  );

  app.get(
    '/mini-programs',
    {
      config: { scope: 'read' },
      schema: {
        ...registryRoute(
          'List mini-apps',
          'All, or those whose id or name has `q` in it; in the order of their ids or of `sort`. Scope: `read`. A token that is restricted to mini-apps sees those.',
        ),
        querystring: MiniProgramQuery,
        response: { 200: pageOf(MiniProgram) },
      },
    },
    async ({ query, caller }) => {
      const part = readPart(MINI_PROGRAM_LIST, query);
      const rows = await listMiniPrograms(db, part, { apps: caller.apps, q: query.q });
      const { items, ...next } = part.toPage(rows, (row) => row);
      return { ...next, items: await withUsage(await toMiniPrograms(db, items)) };
    },
  );

  app.get(
    '/mini-programs/:appId',
    {
      config: { scope: 'read' },
      schema: {
        ...registryRoute('Read a mini-app', 'Scope: `read`.'),
        params: App,
        response: { 200: MiniProgram },
      },
    },
    async ({ params: { appId } }) => {
      const row = await findMiniProgram(db, appId);
      if (!row) throw new ApiError('mini-program-not-found', `${appId} is not registered.`);
      const [found] = await withUsage([await toMiniProgram(db, row)]);
      return found!;
    },
  );

  app.get(
    '/mini-programs/:appId/versions',
    {
      config: { scope: 'read' },
      schema: {
        ...registryRoute('List the versions of a mini-app', 'The newest first. Scope: `read`.'),
        params: App,
        querystring: PageQuery,
        response: { 200: pageOf(RegistrationRecord) },
      },
    },
    async ({ params: { appId }, query }) => {
      const row = await findMiniProgram(db, appId);
      if (!row) throw new ApiError('mini-program-not-found', `${appId} is not registered.`);
      const limit = pageLimit(query);
      const [below] = decodeCursor(query.cursor, [ABOVE_ALL]);
      const rows = await listVersions(db, appId, { below, limit: limit + 1 });
      return toPage(
        rows,
        limit,
        (version) => toRegistrationRecord(version, row),
        (version) => [version.version_order],
      );
    },
  );

  app.get(
    '/mini-programs/:appId/versions/:version',
    {
      config: { scope: 'read' },
      schema: {
        ...registryRoute('Read a version', 'Scope: `read`.'),
        params: AppVersion,
        response: { 200: RegistrationRecord },
      },
    },
    async ({ params: { appId, version } }, reply) => {
      const row = await requireVersion(db, appId, version);
      const { headers, body } = recordAnswer(200, row, (await findMiniProgram(db, appId))!);
      return reply.headers(headers ?? {}).send(body as RegistrationRecord);
    },
  );

  app.post(
    '/mini-programs/:appId/versions/:version/verify',
    {
      config: { scope: 'publish' },
      schema: {
        ...registryRoute(
          'Verify a version again',
          'For a version with `verified: false`, once its origin is in CDN_ORIGINS. Scope: `publish`.',
        ),
        params: AppVersion,
        response: { 200: RegistrationRecord },
      },
    },
    async (request, reply) => {
      const { appId, version } = request.params;
      const action = { action: 'version.verify', target: `${appId}@${version}` };
      return actions.perform(request, reply, action, (commit) =>
        verifyAgain(deps, appId, version, commit),
      );
    },
  );

  app.post(
    '/mini-programs/:appId/versions/:version/digests',
    {
      config: { scope: 'trust' },
      schema: {
        ...registryRoute(
          'State the digests of a version',
          'For artifacts on an origin that the server does not ask: an operator vouches for them, and hosts verify what they fetch. Not for a mini-app with keys, whose archives have to be signed. Scope: `trust`.',
        ),
        params: AppVersion,
        body: StatedDigests,
        response: { 200: RegistrationRecord },
      },
    },
    async (request, reply) => {
      const { appId, version } = request.params;
      const action = { action: 'version.state-digests', target: `${appId}@${version}` };
      return actions.perform(request, reply, action, (commit) =>
        stateDigests(deps, appId, version, request.body, commit),
      );
    },
  );
}
