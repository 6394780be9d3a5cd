import {
  Consent,
  type ConsentAnswer,
  ConsentList,
  type ConsentPermission,
  ForgottenConsents,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';

/** The consents of the person with the `accessToken`. */
export interface ConsentCalls {
  listConsents(options?: CallOptions): Promise<ConsentList>;
  /** Stores an answer; returns the one in effect, which may be a later one from another device. */
  answerConsent(
    appId: string,
    permission: ConsentPermission,
    answer: ConsentAnswer,
    options?: CallOptions,
  ): Promise<Consent>;
  /** Deletes every answer to a mini-app, which may then ask again. */
  forgetConsents(appId: string, options?: CallOptions): Promise<ForgottenConsents>;
}

export function consentCalls({ ask }: Transport): ConsentCalls {
  return {
    listConsents: (options) =>
      ask({ method: 'GET', path: '/v1/consents', options, asPerson: true }, ConsentList),
    answerConsent: (appId, permission, answer, options) => {
      const at = path`/v1/consents/${appId}/${permission}`;
      return ask({ method: 'PUT', path: at, json: answer, options, asPerson: true }, Consent);
    },
    forgetConsents: (appId, options) => {
      const at = path`/v1/consents/${appId}`;
      return ask({ method: 'DELETE', path: at, options, asPerson: true }, ForgottenConsents);
    },
  };
}
