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

/** Who gets which version. */
export interface ReleaseCalls {
  /** Releases a version, or changes its share: everybody at first when nothing is said. */
  releaseVersion(
    appId: string,
    version: string,
    body?: ReleaseRequest,
    options?: PostOptions,
  ): Promise<RegistrationRecord>;
  /** Releases a version at a time, in the place of what was scheduled before. */
  scheduleRelease(
    appId: string,
    version: string,
    body: ScheduleRequest,
    options?: PostOptions,
  ): Promise<RegistrationRecord>;
  /** Takes back a release that is to come. */
  cancelRelease(appId: string, version: string, options?: CallOptions): Promise<RegistrationRecord>;
  /** Gives a version to nobody until it is released again. */
  pauseVersion(
    appId: string,
    version: string,
    body?: ReasonRequest,
    options?: PostOptions,
  ): Promise<RegistrationRecord>;
  /** Takes a version back for good. */
  withdrawVersion(
    appId: string,
    version: string,
    body?: ReasonRequest,
    options?: PostOptions,
  ): Promise<RegistrationRecord>;
  /** Goes back to the version released before, or to the one named. */
  rollBack(appId: string, body?: RollbackRequest, options?: PostOptions): Promise<RollbackResult>;
  /** Lets a reviewed version run beside the code of hosts. */
  trustVersion(
    appId: string,
    version: string,
    body?: ReasonRequest,
    options?: CallOptions,
  ): Promise<RegistrationRecord>;
  /** Has a version run in frames again. */
  distrustVersion(
    appId: string,
    version: string,
    options?: CallOptions,
  ): Promise<RegistrationRecord>;
  /** Stops a mini-app everywhere at once. */
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
