import { ApiError } from '../errors/ApiError.ts';
import type { Authenticator } from './Authenticator.types.ts';
import { bearerOf } from './bearerOf.ts';
import { type IdentityDeps, requireIdentity } from './consents/requireIdentity.ts';
import type { People } from './People.types.ts';
import type { PersonDeletions } from './personal-data/PersonDeletions.ts';
import type { AppTokens } from './tokens/AppTokens.ts';

/** Implements `People`, which the other parts of the server use. */
export function createPeople(parts: {
  authenticator: Authenticator;
  appTokens: AppTokens;
  deletions: PersonDeletions;
  identity: IdentityDeps;
}): People {
  const { authenticator, appTokens, deletions, identity } = parts;
  return {
    async personOf(authorization) {
      const token = bearerOf(authorization);
      return token === undefined ? undefined : (await authenticator.authenticate(token)).person;
    },
    async appCallerOf(authorization) {
      const token = bearerOf(authorization);
      if (token === undefined) return undefined;
      const { appId, openId, reference } = await appTokens.read(token);
      if (!(await authenticator.isActive(reference))) {
        throw new ApiError('session-ended', 'The person signed out.');
      }
      await requireIdentity(identity, reference.personId, appId);
      return { appId, openId, personId: reference.personId };
    },
    openIdOf: (personId, appId) => appTokens.openIdOf(personId, appId),
    onPersonDeleted: (listener) => deletions.onPersonDeleted(listener),
  };
}
