import type { DeviceRegistration } from '@host/contracts';
import type { FastifyRequest } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import { bearerIn } from '../../http/headers/bearerIn.ts';
import type { Person } from '../../people/People.types.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import type { Claims } from './claims.ts';
import { type DeviceRow, findDeviceOfKey } from './deviceRows.ts';
import { tokenOfKey } from './deviceToken.ts';

/** Returns the person whose session an `Authorization` header carries. */
export type PersonOf = (authorization: string | undefined) => Promise<Person | undefined>;

/** The token whose key a request carries as `Authorization: Bearer <device key>`; undefined when it carries none. */
export function keyTokenOf(authorization: string | undefined): string | undefined {
  const key = bearerIn(authorization);
  return key === undefined ? undefined : tokenOfKey(key);
}

/** The claims of whoever sends a registration. An invalid session is an error; a missing one is not. */
export async function claimsOf(
  authorization: string | undefined,
  { key, previousKey, proof }: DeviceRegistration,
  personOf: PersonOf,
): Promise<Claims> {
  const keyToken = keyTokenOf(authorization);
  const person = keyToken === undefined ? await personOf(authorization) : undefined;
  const given = [key, previousKey].map((each) => each && tokenOfKey(each));
  const keyTokens = new Set([keyToken, ...given].filter((token) => token !== undefined));
  return { personId: person?.id ?? null, keyTokens, proof };
}

/** The device that a request comes from, identified by its key. */
export async function requireDevice(db: Queries, request: FastifyRequest): Promise<DeviceRow> {
  const token = keyTokenOf(request.headers.authorization);
  if (token === undefined) {
    throw new ApiError(
      'unauthorized',
      'The request has no header Authorization: Bearer <device key>.',
    );
  }
  const device = await findDeviceOfKey(db, token);
  if (!device) throw new ApiError('device-not-found', 'The device is not registered.');
  return device;
}
