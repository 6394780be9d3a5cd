import {
  MiniProgram,
  type ReasonRequest,
  RegistrationRecord,
  type ReleaseRequest,
  type RollbackRequest,
  RollbackResult,
  type ScheduleRequest,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, PostOptions, Transport } from '../transport/Transport.types.ts';
import { versionPath } from './miniProgramPaths.ts';

/** Releases: who gets which version. */
export interface ReleaseCalls {
  /** Releases a version, or changes its percentage; by default, a first release is for everybody. */
  releaseVersion(
    appId: string,
    version: string,
    body?: ReleaseRequest,
    options?: PostOptions,
  ): Promise<RegistrationRecord>;
  /** Schedules a release, replacing an earlier schedule of the version. */
  scheduleRelease(
    appId: string,
    version: string,
    body: ScheduleRequest,
    options?: PostOptions,
  ): Promise<RegistrationRecord>;
  /** Cancels a scheduled release. */
  cancelRelease(appId: string, version: string, options?: CallOptions): Promise<RegistrationRecord>;
  /** Pauses a version: nobody gets it until it is released again. */
  pauseVersion(
    appId: string,
    version: string,
    body?: ReasonRequest,
    options?: PostOptions,
  ): Promise<RegistrationRecord>;
  /** Withdraws a version permanently. */
  withdrawVersion(
    appId: string,
    version: string,
    body?: ReasonRequest,
    options?: PostOptions,
  ): Promise<RegistrationRecord>;
  /** Rolls back to the previously released version, or to a given one. */
  rollBack(appId: string, body?: RollbackRequest, options?: PostOptions): Promise<RollbackResult>;
  /** Lets a reviewed version run in the host's page. */
  trustVersion(
    appId: string,
    version: string,
    body?: ReasonRequest,
    options?: CallOptions,
  ): Promise<RegistrationRecord>;
  /** Makes a version run in frames again. */
  distrustVersion(
    appId: string,
    version: string,
    options?: CallOptions,
  ): Promise<RegistrationRecord>;
  /** Suspends a mini-app everywhere at once. */
  suspend(appId: string, body?: ReasonRequest, options?: PostOptions): Promise<MiniProgram>;
  /** Lets a suspended mini-app run again. */
  resume(appId: string, body?: ReasonRequest, options?: PostOptions): Promise<MiniProgram>;
}

export function releaseCalls({ ask, post }: Transport): ReleaseCalls {
  const step = (at: string, body: object = {}, options?: PostOptions) =>
    post(at, body, RegistrationRecord, options);
  const suspension = (at: string, body: object = {}, options?: PostOptions) =>
    post(at, body, MiniProgram, options);
  return {
    releaseVersion: (appId, version, body, options) =>
      step(`${versionPath(appId, version)}/release`, body, options),
    scheduleRelease: (appId, version, body, options) =>
      step(`${versionPath(appId, version)}/schedule`, body, options),
    cancelRelease: (appId, version, options) => {
      const at = `${versionPath(appId, version)}/schedule`;
      return ask({ method: 'DELETE', path: at, options }, RegistrationRecord);
    },
    pauseVersion: (appId, version, body, options) =>
      step(`${versionPath(appId, version)}/pause`, body, options),
    withdrawVersion: (appId, version, body, options) =>
      step(`${versionPath(appId, version)}/withdraw`, body, options),
    rollBack: (appId, body = {}, options) =>
      post(path`/v1/admin/mini-programs/${appId}/rollback`, body, RollbackResult, options),
    trustVersion: (appId, version, json = {}, options) => {
      const at = `${versionPath(appId, version)}/trust`;
      return ask({ method: 'PUT', path: at, json, options }, RegistrationRecord);
    },
    distrustVersion: (appId, version, options) => {
      const at = `${versionPath(appId, version)}/trust`;
      return ask({ method: 'DELETE', path: at, options }, RegistrationRecord);
    },
    suspend: (appId, body, options) =>
      suspension(path`/v1/admin/mini-programs/${appId}/suspend`, body, options),
    resume: (appId, body, options) =>
      suspension(path`/v1/admin/mini-programs/${appId}/resume`, body, options),
  };
}
