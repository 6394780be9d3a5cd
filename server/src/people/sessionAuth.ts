import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiError } from '../errors/ApiError.ts';
import type { Authenticator, SignedIn } from './Authenticator.types.ts';
import { bearerOf } from './bearerOf.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session the request carries; set on every route for signed-in people before its handler runs. */
    signedIn: SignedIn;
  }
}

/** How routes for signed-in people are described. */
export const SESSION_SECURITY = [{ session: [] }];

/** Lets only requests through that carry a session. */
export function demandSession(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('signedIn');
  app.addHook('onRequest', async (request) => {
    request.signedIn = await authenticator.authenticate(demandBearer(request));
  });
}

function demandBearer(request: FastifyRequest): string {
  const token = bearerOf(request.headers.authorization);
  if (token !== undefined) return token;
  throw new ApiError(
    'unauthorized',
    'The request has no header Authorization: Bearer <access token>.',
  );
}
