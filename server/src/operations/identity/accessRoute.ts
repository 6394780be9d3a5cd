import { AppId, TOKEN_SCOPES, TokenAccess } from '@host/contracts';
import * as z from 'zod/mini';

import type { TypedApp } from '../../http/TypedApp.types.ts';

interface AccessDeps {
  /** The path of a mini-app, or the one it would get if it were registered now. */
  pathOf: (appId: string) => Promise<string | undefined>;
}

/**
 * What a token may do with a mini-app. Every scope may ask: tools check before they start work that would be refused.
 */
export function accessRoute(app: TypedApp, { pathOf }: AccessDeps): void {
  app.get(
    '/mini-programs/:appId/access',
    {
      config: { scope: TOKEN_SCOPES },
      schema: {
        tags: ['tokens'],
        security: [{ token: [] }],
        summary: 'Read what the token may do with a mini-app',
        description: `The scopes of the token that asks; all of them for the root token. The mini-app need not be registered yet: a token that may not register or touch it gets 403. \`path\` is the first part of its own addresses, \`orders\` in \`GET /orders/items\`, or the one that it would get if it were registered now. Scope: ${TOKEN_SCOPES.map((scope) => `\`${scope}\``).join(' or ')}.`,
        params: z.object({ appId: AppId }),
        response: { 200: TokenAccess },
      },
    },
    async ({ params: { appId }, caller }) => {
      const path = await pathOf(appId);
      return { appId, scopes: [...caller.scopes], ...(path !== undefined && { path }) };
    },
  );
}
