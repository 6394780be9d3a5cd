import { createHash } from 'node:crypto';

import { ApiError } from '../errors/ApiError.ts';
import { bearerOf } from './bearerOf.ts';
import type { AppCaller, People, Person } from './People.types.ts';

/** People in memory, for tests of the parts that depend on `People`. */
export interface MemoryPeople extends People {
  /** Adds a person. Returns the `Authorization` header of their session. */
  add(person: Person): string;
  /** The `Authorization` header of a mini-app that asks for a person. */
  appHeader(personId: string, appId: string): string;
  /** Removes a person and calls the listeners. */
  remove(personId: string): Promise<void>;
}

export function createMemoryPeople(): MemoryPeople {
  const sessions = new Map<string, Person>();
  const apps = new Map<string, AppCaller>();
  const listeners = new Set<(personId: string) => Promise<void>>();
  const openIdOf = (personId: string, appId: string) =>
    createHash('sha256').update(`${personId}\0${appId}`).digest('base64url');
  const holderOf = <Holder>(holders: Map<string, Holder>, authorization: string | undefined) => {
    const token = bearerOf(authorization);
    const holder = token === undefined ? undefined : holders.get(token);
    if (token !== undefined && !holder)
      throw new ApiError('unauthorized', 'Nobody has this token.');
    return holder;
  };

  return {
    personOf: async (authorization) => holderOf(sessions, authorization),
    appCallerOf: async (authorization) => holderOf(apps, authorization),
    openIdOf,
    onPersonDeleted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(person) {
      sessions.set(`session-of-${person.id}`, person);
      return `Bearer session-of-${person.id}`;
    },
    appHeader(personId, appId) {
      apps.set(`${appId}-for-${personId}`, { appId, personId, openId: openIdOf(personId, appId) });
      return `Bearer ${appId}-for-${personId}`;
    },
    async remove(personId) {
      sessions.delete(`session-of-${personId}`);
      for (const [token, caller] of apps) if (caller.personId === personId) apps.delete(token);
      await Promise.all([...listeners].map((listener) => listener(personId)));
    },
  };
}
