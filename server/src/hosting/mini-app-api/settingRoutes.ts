import {
  AppId,
  IsolationRequest,
  MiniProgram,
  PathRequest,
  UpstreamRequest,
  UpstreamStatus,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { AdminActions, Answer } from '../../operations/actions/AdminActions.ts';
import { changeOf } from '../../operations/audit/changeOf.ts';
import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { findMiniProgram } from '../records/miniProgramRows.ts';
import { isKeptForOthers, movePath, setUpstream } from '../records/pathRows.ts';
import { forgetUpstream } from '../records/upstreamHealthRows.ts';
import { requireMiniProgram, finishChange } from '../registry/changeVersion.ts';
import { registryRoute } from '../registry/routes/registryRoute.ts';
import { toMiniProgram } from '../registry/toMiniProgram.ts';
import { keepInFrames, trustApp } from '../registry/trust/changeTrust.ts';
import { dataRoute } from './dataRoutes.ts';
import type { UpstreamHealth, UpstreamState } from './upstream/UpstreamHealth.ts';
import type { UpstreamGuard } from './upstream/UpstreamGuard.types.ts';

const App = z.object({ appId: AppId });
const time = (at: number) => new Date(at).toISOString();

/** The settings that operators make for a whole mini-app: its path, its back end, its isolation. */
export function settingRoutes(
  app: TypedApp,
  {
    db,
    actions,
    upstreams,
    upstreamHealth,
  }: {
    db: Database;
    actions: AdminActions;
    upstreams: UpstreamGuard;
    upstreamHealth: Pick<UpstreamHealth, 'forget' | 'stateOf'>;
  },
): void {
  app.put(
    '/mini-programs/:appId/path',
    {
      config: { scope: 'release' },
      schema: {
        ...registryRoute(
          'Give a mini-app another path',
          'The first part of its own addresses, `orders` in `GET /orders/items`. At first it is the last part of the appId, or more of it where others have that: `acme-orders`. The old path is kept for it for 90 days, unless an operator gives it to another one. Scope: `release`.',
        ),
        params: App,
        body: PathRequest,
        response: { 200: MiniProgram },
      },
    },
    async (request, reply) => {
      const { appId } = request.params;
      const { path, from } = request.body;
      const action = { action: 'mini-program.path', target: appId };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) =>
          change(tx, appId, { path }, async (before) => {
            refuseUnseen('path', from, before.path ?? null, path);
            const now = Date.now();
            if (!request.caller.isOperator && (await isKeptForOthers(tx, appId, path, now))) {
              throw new ApiError(
                'path-taken',
                `Another mini-app had the path ${path} until lately; an operator can free it.`,
              );
            }
            if (await movePath(tx, appId, path, now)) return;
            throw new ApiError('path-taken', `Another mini-app has the path ${path}.`);
          }),
        ),
      );
    },
  );

  app.put(
    '/mini-programs/:appId/isolation',
    {
      config: { scope: ['release', 'trust'] },
      schema: {
        ...registryRoute(
          'Say how a mini-app is isolated',
          '`frame`, the default, gives it a frame of another origin, and ends all trust in its versions. `realm` trusts every version that is registered now: they run beside the code of the host, later ones do not. Hosts are told at once. Scope: `release` or `trust`, and for `realm` always `trust`.',
        ),
        params: App,
        body: IsolationRequest,
        response: { 200: MiniProgram },
      },
    },
    async (request, reply) => {
      const { appId } = request.params;
      const { isolation, from } = request.body;
      if (isolation === 'realm') request.caller.requireScope('trust');
      const { actor } = request.caller;
      const action = { action: 'mini-program.isolation', target: appId };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) =>
          change(tx, appId, { isolation }, async (before) => {
            refuseUnseen('isolation', from, before.isolation, isolation);
            await (isolation === 'realm' ? trustApp(tx, appId, actor) : keepInFrames(tx, appId));
          }),
        ),
      );
    },
  );

  app.put(
    '/mini-programs/:appId/upstream',
    {
      config: { scope: 'data' },
      schema: {
        ...dataRoute(
          'Name the back end of a mini-app',
          'From then on everything under its path goes there, with the token that the mini-app has for the person. It is an https address in the public internet, or one of UPSTREAM_ORIGINS. `null` takes it away. Scope: `data`.',
        ),
        params: App,
        body: UpstreamRequest,
        response: { 200: MiniProgram },
      },
    },
    async (request, reply) => {
      const { appId } = request.params;
      const { url, from } = request.body;
      if (url !== null) await upstreams.requireAllowed(url);
      const action = { action: 'mini-program.upstream', target: appId };
      return actions
        .perform(request, reply, action, (commit) =>
          commit((tx) =>
            change(tx, appId, { url }, async (before) => {
              refuseUnseen('back end', from, before.upstream ?? null, url);
              await setUpstream(tx, appId, url);
              await forgetUpstream(tx, appId);
            }),
          ),
        )
        .finally(() => upstreamHealth.forget(appId));
    },
  );

  app.get(
    '/mini-programs/:appId/upstream',
    {
      config: { scope: 'read' },
      schema: {
        ...dataRoute(
          'Read how the back end of a mini-app does',
          'When it answered last and with which error it failed last, on any node. Scope: `read`.',
        ),
        params: App,
        response: { 200: UpstreamStatus },
      },
    },
    async ({ params: { appId } }) => {
      const row = await findMiniProgram(db, appId);
      if (!row) throw new ApiError('mini-program-not-found', `${appId} is not registered.`);
      if (row.upstream === null) return { state: 'none' as const };
      return statusOf(row.upstream, await upstreamHealth.stateOf(appId));
    },
  );
}

function statusOf(url: string, health: UpstreamState | undefined): UpstreamStatus {
  if (!health) return { url, state: 'unknown' };
  const { isFailing, answeredAt, lastError } = health;
  return {
    url,
    state: isFailing ? 'failing' : 'working',
    ...(answeredAt !== undefined && { answeredAt: time(answeredAt) }),
    ...(lastError && { lastError: { code: lastError.code, at: time(lastError.at) } }),
  };
}

/** Optimistic concurrency: refuses to overwrite what somebody else set meanwhile, unless it is the same value. */
function refuseUnseen(
  what: string,
  seen: string | null | undefined,
  now: string | null,
  wanted: string | null,
): void {
  if (seen === undefined || seen === now || wanted === now) return;
  throw new ApiError('setting-conflict', `The ${what} is ${now ?? 'none'} by now.`);
}

async function change(
  tx: Transaction,
  appId: string,
  details: Record<string, unknown>,
  effect: (before: MiniProgram) => Promise<void>,
): Promise<Answer> {
  await requireMiniProgram(tx, appId, Date.now());
  const before = await toMiniProgram(tx, (await findMiniProgram(tx, appId))!);
  await effect(before);
  await finishChange(tx, appId);
  const body = await toMiniProgram(tx, (await findMiniProgram(tx, appId))!);
  return { status: 200, body, details, change: changeOf(before, body) };
}
