import { LIMITS } from '@host/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import { cookieIn } from '../../http/headers/cookieIn.ts';
import { isOwnPage } from '../../http/headers/isOwnPage.ts';

/** The refresh token as a cookie: scripts cannot read it, and other sites cannot make a browser send it. */
export interface RefreshCookie {
  /** The token in the cookie of a request; throws when another site made the request. */
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
  /** Throws unless a page of ours made the request. */
  requireOwnPage(request: FastifyRequest): void;
}

export function createRefreshCookie(baseUrl: string): RefreshCookie {
  const { protocol, origin } = new URL(baseUrl);
  const isSecure = protocol === 'https:';
  // The prefix makes browsers accept the cookie from this exact host only. It requires https.
  const name = isSecure ? '__Host-refresh' : 'host-refresh';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

  const requireOwnPage = (request: FastifyRequest) => {
    if (isOwnPage(request.headers, origin)) return;
    throw new ApiError(
      'origin-not-allowed',
      `A session in a cookie is for pages of ${origin} alone.`,
    );
  };

  return {
    requireOwnPage,
    read(request) {
      const token = cookieIn(request.headers, name);
      if (token !== undefined) requireOwnPage(request);
      return token;
    },
    set: (reply, token) =>
      void reply.header(
        'set-cookie',
        `${name}=${token}; ${attributes}; Max-Age=${LIMITS.refreshTokenSeconds}`,
      ),
    clear: (reply) => void reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`),
  };
}
