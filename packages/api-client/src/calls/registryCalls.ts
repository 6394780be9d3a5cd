import {
  MiniProgram,
  type Registration,
  RegistrationRecord,
  type StatedDigests,
  pageOf,
} from '@host/contracts';

import { SLOW_TIMEOUT_MS } from '../transport/createTransport.ts';
import { path } from '../exchange/path.ts';
import type { CallOptions, PostOptions, Transport } from '../transport/Transport.types.ts';
import type { Page, PageRequest } from './Page.types.ts';

/** Versions: registering, reading, verifying. */
export interface RegistryCalls {
  /** Registers a version. The same content again gives the same record; other content is `version-exists`. */
  registerVersion(registration: Registration, options?: PostOptions): Promise<RegistrationRecord>;
  listMiniPrograms(page?: PageRequest, options?: CallOptions): Promise<Page<MiniProgram>>;
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
  /** Vouches for artifacts on an origin that the server does not ask. */
  stateDigests(
    appId: string,
    version: string,
    digests: StatedDigests,
    options?: PostOptions,
  ): Promise<RegistrationRecord>;
}

export function registryCalls({ ask, post }: Transport): RegistryCalls {
  const all = '/v1/admin/mini-programs';
  const get = (at: string, query: object = {}, options?: CallOptions) =>
    ({ method: 'GET', path: at, query: { ...query }, options }) as const;
  return {
    registerVersion: (registration, options) =>
      post(all, registration, RegistrationRecord, options, SLOW_TIMEOUT_MS),
    listMiniPrograms: (page, options) => ask(get(all, page, options), pageOf(MiniProgram)),
    getMiniProgram: (appId, options) =>
      ask(get(path`/v1/admin/mini-programs/${appId}`, {}, options), MiniProgram),
    listVersions: (appId, page, options) => {
      const at = path`/v1/admin/mini-programs/${appId}/versions`;
      return ask(get(at, page, options), pageOf(RegistrationRecord));
    },
    getVersion: (appId, version, options) =>
      ask(get(versionPath(appId, version), {}, options), RegistrationRecord),
    verifyVersion: (appId, version, options) => {
      const at = `${versionPath(appId, version)}/verify`;
      return post(at, {}, RegistrationRecord, options, SLOW_TIMEOUT_MS);
    },
    stateDigests: (appId, version, digests, options) =>
      post(`${versionPath(appId, version)}/digests`, digests, RegistrationRecord, options),
  };
}

/** The path of a version's record, to which its actions are appended. */
export function versionPath(appId: string, version: string): string {
  return path`/v1/admin/mini-programs/${appId}/versions/${version}`;
}
