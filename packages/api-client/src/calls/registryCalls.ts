import {
  MiniProgram,
  type MiniProgramQuery,
  type Registration,
  RegistrationRecord,
  type StatedDigests,
  pageOf,
} from '@host/contracts';

import { SLOW_TIMEOUT_MS } from '../transport/createTransport.ts';
import type { CallOptions, PostOptions, Transport } from '../transport/Transport.types.ts';
import { MINI_PROGRAMS, miniProgramPath, versionPath } from './miniProgramPaths.ts';
import type { ListRequest, Page, PageRequest } from './Page.types.ts';

/** Versions: registering, reading, verifying. */
export interface RegistryCalls {
  /** Registers a version. Repeating it with the same content returns the same record; other content is `version-exists`. */
  registerVersion(registration: Registration, options?: PostOptions): Promise<RegistrationRecord>;
  listMiniPrograms(
    query?: ListRequest<MiniProgramQuery>,
    options?: CallOptions,
  ): Promise<Page<MiniProgram>>;
  getMiniProgram(appId: string, options?: CallOptions): Promise<MiniProgram>;
  /** The versions of a mini-app, the newest first. */
  listVersions(
    appId: string,
    page?: PageRequest,
    options?: CallOptions,
  ): Promise<Page<RegistrationRecord>>;
  getVersion(appId: string, version: string, options?: CallOptions): Promise<RegistrationRecord>;
  /** Verifies a version whose artifacts could not be fetched when it was registered. */
  verifyVersion(appId: string, version: string, options?: PostOptions): Promise<RegistrationRecord>;
  /** Vouches for artifacts on an origin that the server does not fetch from. */
  stateDigests(
    appId: string,
    version: string,
    digests: StatedDigests,
    options?: PostOptions,
  ): Promise<RegistrationRecord>;
}

export function registryCalls({ get, post }: Transport): RegistryCalls {
  return {
    registerVersion: (registration, options) =>
      post(MINI_PROGRAMS, registration, RegistrationRecord, options, SLOW_TIMEOUT_MS),
    listMiniPrograms: (query, options) => get(MINI_PROGRAMS, pageOf(MiniProgram), options, query),
    getMiniProgram: (appId, options) => get(miniProgramPath(appId), MiniProgram, options),
    listVersions: (appId, page, options) => {
      const at = `${miniProgramPath(appId)}/versions`;
      return get(at, pageOf(RegistrationRecord), options, page);
    },
    getVersion: (appId, version, options) =>
      get(versionPath(appId, version), RegistrationRecord, options),
    verifyVersion: (appId, version, options) => {
      const at = `${versionPath(appId, version)}/verify`;
      return post(at, {}, RegistrationRecord, options, SLOW_TIMEOUT_MS);
    },
    stateDigests: (appId, version, digests, options) =>
      post(`${versionPath(appId, version)}/digests`, digests, RegistrationRecord, options),
  };
}
