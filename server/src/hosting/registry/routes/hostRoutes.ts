import {
  AppId,
  ArtifactFiles,
  CatalogEntry,
  CatalogQuery,
  Platform,
  Problem,
  Resolution,
  ResolveQuery,
  Version,
  pageOf,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../../errors/ApiError.ts';
import { readyAnswer, sendReady } from '../../../http/headers/ReadyAnswer.ts';
import type { TypedApp } from '../../../http/TypedApp.types.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import { findFileIndex } from '../../records/artifactRows.ts';
import { findVersion } from '../../records/versionRows.ts';
import { readCatalog } from '../readCatalog.ts';
import type { MiniProgramState, Resolver } from '../resolution/createResolver.ts';
import { validateResolveQuery } from './validateResolveQuery.ts';

const App = z.object({ appId: AppId });

/** The routes for hosts: the catalog, which version to run, and its files. No token is needed. */
export function hostRoutes(
  app: TypedApp,
  { db, resolver }: { db: Database; resolver: Resolver },
): void {
  app.get(
    '/v1/mini-programs',
    {
      schema: {
        tags: ['hosts'],
        summary: 'The catalog',
        description:
          'Mini-apps with a released version that fits the host, in the order of their names; `q` searches names, those in other languages, too. With `language` it has the names and descriptions of that language, where a mini-app brought them. Nothing that is not released shows.',
        querystring: CatalogQuery,
        response: { 200: pageOf(CatalogEntry) },
      },
    },
    async (request) => readCatalog(db, resolver, request.query),
  );

  app.get(
    '/v1/mini-programs/:appId/resolve',
    {
      validatorCompiler: validateResolveQuery as never,
      schema: {
        tags: ['hosts'],
        summary: 'Which version should this host run?',
        description:
          'The highest version that is released, has an archive for the platform, runs on this host version, finds the shared modules it needs, and whose rollout holds this install; with `language`, its name and description in that language, where it brought them. Answers 304 to a matching `If-None-Match`.',
        params: App,
        querystring: ResolveQuery,
        response: { 200: Resolution, 403: Problem, 404: Problem, 409: Problem },
      },
    },
    (request, reply) => {
      const { appId } = request.params;
      const { query } = request;
      const answer = (state: MiniProgramState | undefined): void => {
        const cohorts = query.cohorts?.split(',');
        const choice = requireOpen(appId, state).plan.choose({ ...query, cohorts });
        if (choice.kind !== 'version') throw noVersion(appId, choice);
        void sendReady(request, reply, choice.candidate.answerFor(query.platform, query.language));
      };
      const state = resolver.stateOf(appId);
      if (state instanceof Promise) return state.then(answer);
      // Answered synchronously when cached: a promise would cost as much as choosing.
      answer(state);
      return undefined;
    },
  );

  app.get(
    '/v1/mini-programs/:appId/versions/:version/files',
    {
      schema: {
        tags: ['hosts'],
        summary: 'The files of a released version',
        description:
          'Path, size and digests of every file in the archive of a platform, so that a host can verify each and fetch only what changed. Answers 304 to a matching `If-None-Match`.',
        params: z.object({ appId: AppId, version: Version }),
        querystring: z.strictObject({ platform: Platform }),
        response: { 200: ArtifactFiles, 403: Problem, 404: Problem },
      },
    },
    async (request, reply) => {
      const { appId, version } = request.params;
      const { platform } = request.query;
      const state = await resolver.stateOf(appId);
      if (state) requireOpen(appId, state);
      const row = await findVersion(db, appId, version);
      const files =
        row?.status === 'released' ? await findFileIndex(db, appId, version, platform) : undefined;
      if (!files) {
        throw new ApiError(
          'version-not-found',
          `No files of ${appId}@${version} for ${platform} are published.`,
        );
      }
      return sendReady(request, reply, readyAnswer({ appId, version, platform, files }));
    },
  );
}

/** The state of a mini-app; throws if it does not exist or is suspended. */
export function requireOpen(appId: string, state: MiniProgramState | undefined): MiniProgramState {
  if (!state) throw unknown(appId);
  if (!state.suspended) return state;
  throw new ApiError('mini-program-suspended', state.suspendedReason ?? `${appId} is suspended.`);
}

function unknown(appId: string): ApiError {
  const [issue] = z.safeParse(AppId, appId).error?.issues ?? [];
  if (!issue) return new ApiError('mini-program-not-found', `There is no ${appId}.`);
  const { code, message: detail } = issue;
  return new ApiError('invalid-path', `/appId: ${detail}`, {
    errors: [{ pointer: '/appId', code, detail }],
  });
}

type NoChoice = Exclude<ReturnType<MiniProgramState['plan']['choose']>, { kind: 'version' }>;

function noVersion(appId: string, choice: NoChoice): ApiError {
  if (choice.kind === 'host-too-old') {
    const { requiredHostVersion } = choice;
    return new ApiError(
      'host-too-old',
      `${appId} needs host version ${requiredHostVersion} or later.`,
      {
        extra: { requiredHostVersion },
      },
    );
  }
  if (choice.kind === 'shared-unsatisfied') {
    const { unsatisfied } = choice;
    return new ApiError('shared-unsatisfied', `${appId} needs ${unsatisfied.join(', ')}.`, {
      extra: { unsatisfied },
    });
  }
  return new ApiError('no-release', `${appId} has no released version for this platform.`);
}
