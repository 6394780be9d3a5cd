import {
  AppId,
  MiniProgram,
  ReasonRequest,
  RegistrationRecord,
  ReleaseRequest,
  RollbackRequest,
  RollbackResult,
  ScheduleRequest,
  Version,
} from '@host/contracts';
import * as z from 'zod/mini';

import type { TypedApp } from '../../../http/TypedApp.types.ts';
import type { AdminActions } from '../../../operations/actions/AdminActions.ts';
import { changeSuspension } from '../changeSuspension.ts';
import { type VersionStep, changeVersion } from '../changeVersion.ts';
import { cancelRelease, scheduleRelease } from '../schedule/scheduleRelease.ts';
import { rollBack } from '../rollBack.ts';
import { registryRoute } from './registryRoute.ts';

const App = z.object({ appId: AppId });
const AppVersion = z.object({ appId: AppId, version: Version });

/** The routes that decide who gets which version: release, pause, withdraw, roll back, schedule. */
export function releaseRoutes(app: TypedApp, { actions }: { actions: AdminActions }): void {
  const versionStep = <Body extends z.ZodMiniType>(
    name: string,
    body: Body,
    summary: string,
    description: string,
    stepOf: (body: z.infer<Body>) => VersionStep,
  ) =>
    app.post(
      `/mini-programs/:appId/versions/:version/${name}`,
      {
        config: { scope: 'release' },
        schema: {
          ...registryRoute(summary, `${description} Scope: \`release\`.`),
          params: AppVersion,
          body,
          response: { 200: RegistrationRecord },
        },
      },
      async (request, reply) => {
        const { appId, version } = request.params;
        const step = stepOf(request.body as z.infer<Body>);
        const action = { action: `version.${name}`, target: `${appId}@${version}` };
        return actions.perform(request, reply, action, (commit) =>
          commit((tx) => changeVersion(tx, appId, version, step, request.caller)),
        );
      },
    );

  versionStep(
    'release',
    ReleaseRequest,
    'Release a version, or change its share',
    'To a percentage of all installs and to whole cohorts; everybody when nothing is said. Raising the percentage keeps everybody it had.',
    (request) => ({ to: 'released', request }),
  );
  versionStep(
    'pause',
    ReasonRequest,
    'Pause a release',
    'Nobody is given the version until it is released again; its share is kept. What an operator paused, a token that is restricted to mini-apps cannot release.',
    ({ reason }) => ({ to: 'paused', reason }),
  );
  versionStep(
    'withdraw',
    ReasonRequest,
    'Withdraw a version',
    'For good: it is never given to anybody again, and its number is never used again.',
    ({ reason }) => ({ to: 'withdrawn', reason }),
  );

  app.post(
    '/mini-programs/:appId/versions/:version/schedule',
    {
      config: { scope: 'release' },
      schema: {
        ...registryRoute(
          'Schedule a release',
          'At a time, to a percentage of all installs and to cohorts, in the place of what was scheduled before. When the version was released, paused or changed otherwise meanwhile, whoever scheduled it lost their token, their role or the mini-app, or it may not be released, it does not happen, and the version says why. Scope: `release`.',
        ),
        params: AppVersion,
        body: ScheduleRequest,
        response: { 200: RegistrationRecord },
      },
    },
    async (request, reply) => {
      const { appId, version } = request.params;
      const action = { action: 'version.schedule', target: `${appId}@${version}` };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) => scheduleRelease(tx, appId, version, request.body, request.caller)),
      );
    },
  );

  app.delete(
    '/mini-programs/:appId/versions/:version/schedule',
    {
      config: { scope: 'release' },
      schema: {
        ...registryRoute('Cancel a scheduled release', 'Scope: `release`.'),
        params: AppVersion,
        response: { 200: RegistrationRecord },
      },
    },
    async (request, reply) => {
      const { appId, version } = request.params;
      const action = { action: 'version.unschedule', target: `${appId}@${version}` };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) => cancelRelease(tx, appId, version)),
      );
    },
  );

  app.post(
    '/mini-programs/:appId/rollback',
    {
      config: { scope: 'release' },
      schema: {
        ...registryRoute(
          'Roll back',
          'To the version released before, or to the one named: it is released to everybody, what is released above it is paused. Scope: `release`.',
        ),
        params: App,
        body: RollbackRequest,
        response: { 200: RollbackResult },
      },
    },
    async (request, reply) => {
      const { appId } = request.params;
      return actions.perform(
        request,
        reply,
        { action: 'mini-program.rollback', target: appId },
        (commit) => commit((tx) => rollBack(tx, appId, request.body, request.caller)),
      );
    },
  );

  for (const [name, suspended, summary, description] of [
    ['suspend', true, 'Stop a mini-app', 'Hosts are told at once that it is suspended.'],
    [
      'resume',
      false,
      'Let a suspended mini-app run again',
      'Its releases are as they were. What an operator suspended, a token that is restricted to mini-apps cannot resume.',
    ],
  ] as const) {
    app.post(
      `/mini-programs/:appId/${name}`,
      {
        config: { scope: 'release' },
        schema: {
          ...registryRoute(summary, `${description} Scope: \`release\`.`),
          params: App,
          body: ReasonRequest,
          response: { 200: MiniProgram },
        },
      },
      async (request, reply) => {
        const { appId } = request.params;
        const action = { action: `mini-program.${name}`, target: appId };
        return actions.perform(request, reply, action, (commit) =>
          commit((tx) =>
            changeSuspension(tx, appId, suspended, request.body.reason, request.caller),
          ),
        );
      },
    );
  }
}
