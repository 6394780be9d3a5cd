import * as z from 'zod/mini';

import type { TypedApp } from '../../http/TypedApp.types.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from '../secrets/SigningKeys.ts';

/** Far shorter than the day for which a key is published before it signs. */
const CACHE = 'public, max-age=900';

/** The discovery document and the keys, by which anybody can verify a mini-app's token. */
export function wellKnownRoutes(
  app: TypedApp,
  { keys, issuer }: { keys: SigningKeys; issuer: string },
): void {
  app.get(
    '/.well-known/jwks.json',
    {
      schema: {
        tags: ['people'],
        summary: 'The keys that tokens are signed with',
        response: { 200: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }) },
      },
    },
    async (_, reply) =>
      reply
        .header('cache-control', CACHE)
        .header('access-control-allow-origin', '*')
        .send(keys.publicSet() as { keys: { kid: string }[] }),
  );

  app.get(
    '/.well-known/openid-configuration',
    {
      schema: {
        tags: ['people'],
        summary: 'Where the keys are',
        description: 'As much of OpenID Connect Discovery as verifying a token needs.',
        response: { 200: z.looseObject({ issuer: z.string(), jwks_uri: z.string() }) },
      },
    },
    async (_, reply) =>
      reply
        .header('cache-control', CACHE)
        .header('access-control-allow-origin', '*')
        .send({
          issuer,
          jwks_uri: `${issuer}/.well-known/jwks.json`,
          response_types_supported: ['none'],
          subject_types_supported: ['pairwise'],
          id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
        }),
  );
}
