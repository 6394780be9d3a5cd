import {
  Consent,
  type ConsentAnswer,
  ConsentList,
  type ConsentPermission,
  ForgottenConsents,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';

/** What the person of the `accessToken` lets mini-apps use. */
export interface ConsentCalls {
  listConsents(options?: CallOptions): Promise<ConsentList>;
  /** Keeps an answer; gives back the one that holds, which may be a later one from another device. */
  answerConsent(
    appId: string,
    permission: ConsentPermission,
    answer: ConsentAnswer,
    options?: CallOptions,
  ): Promise<Consent>;
  /** Forgets every answer to a mini-app: it may ask again. */
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
