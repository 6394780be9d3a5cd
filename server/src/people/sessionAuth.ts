import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiError } from '../errors/ApiError.ts';
import type { Authenticator, SignedIn } from './Authenticator.types.ts';
import { bearerOf } from './bearerOf.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person and session of the request; set on every route for signed-in people before its handler runs. */
    signedIn: SignedIn;
  }
}

/** The security requirement in the OpenAPI description of routes for signed-in people. */
export const SESSION_SECURITY = [{ session: [] }];

/** Admits only requests with a valid session. */
export function requireSession(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('signedIn');
  app.addHook('onRequest', async (request) => {
    request.signedIn = await authenticator.authenticate(requireBearer(request));
  });
}

function requireBearer(request: FastifyRequest): string {
  const token = bearerOf(request.headers.authorization);
  if (token !== undefined) return token;
  throw new ApiError(
    'unauthorized',
    'The request has no header Authorization: Bearer <access token>.',
  );
}
