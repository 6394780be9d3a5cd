import { path } from '@host/api-client/exchange';
import { Consent, ConsentList, ForgottenConsents } from '@host/contracts';
import type { ConsentRecords } from '@host/host-runtime';

import { readAnswer } from '../common/askServer.ts';
import { ServerError } from '../common/ServerError.ts';
import type { Session } from './Session.types.ts';

/** The consents of a person, which the server stores for all of their devices. */
export function createConsentRecords(session: Pick<Session, 'state' | 'send'>): ConsentRecords {
  /** Throws unless the same person is still signed in, right before sending: nobody can consent for somebody else. */
  const demand = (userId: string) => {
    if (session.state.get().person?.id === userId) return;
    throw new ServerError('session-ended', 'Somebody else is signed in by now.');
  };
  const at = (appId: string) => path`/v1/consents/${appId}`;

  return {
    async list(userId) {
      demand(userId);
      const response = await session.send({ method: 'GET', path: '/v1/consents' });
      const { items } = readAnswer(response, ConsentList);
      demand(userId);
      return items;
    },
    async answer(userId, { appId, permission, state }, secondsAgo) {
      demand(userId);
      const body = { state, secondsAgo };
      try {
        const response = await session.send({
          method: 'PUT',
          path: `${at(appId)}/${permission}`,
          body,
        });
        return readAnswer(response, Consent).state;
      } catch (error) {
        // The mini-app was never published: only this host knows it.
        if (error instanceof ServerError && error.code === 'mini-program-not-found') {
          return undefined;
        }
        throw error;
      }
    },
    async forget(userId, appId) {
      demand(userId);
      const response = await session.send({ method: 'DELETE', path: at(appId) });
      readAnswer(response, ForgottenConsents);
    },
  };
}
