import { randomBytes } from 'node:crypto';

import { CONSOLE_PATH, ConsoleSignInOptions } from '@host/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { limitRoute } from '../../http/rate-limits/rateLimits.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { ConsoleGate } from './ConsoleGate.ts';
import { type ConsoleSessions, placeOf } from './ConsoleSessions.ts';
import type {
  IdentityProvider,
  ProvenPerson,
  SignInSecrets,
} from './oidc/IdentityProvider.types.ts';
import type { RefusedSignIns } from './RefusedSignIns.ts';

/** Sign-in requests from one network per minute; each attempt makes two. */
const MAX_OIDC_REQUESTS_PER_MINUTE = 60;
const START = `${CONSOLE_PATH}oidc/start`;
const CALLBACK = `${CONSOLE_PATH}oidc/callback`;
const code = z.string().check(z.maxLength(4096));
const part = z.string().check(z.regex(/^[\w-]{43}$/));
/** A path of the console only, in characters that a header may contain. */
const Page = z
  .string()
  .check(z.maxLength(2000), z.regex(/^\/console\/[!-[\]-~]*$/, 'a path of the console'));
const Kept = z.strictObject({ state: part, nonce: part, verifier: part, to: Page });
/** The parameters of the provider's redirect; others are ignored. */
const CallbackQuery = z.object({
  code: z.optional(code),
  state: z.optional(z.string().check(z.maxLength(200))),
  error: z.optional(z.string().check(z.maxLength(200))),
  iss: z.optional(z.string().check(z.maxLength(2000))),
});

interface OidcDeps {
  gate: ConsoleGate;
  sessions: ConsoleSessions;
  refused: RefusedSignIns;
  /** Undefined if people sign in with tokens only. */
  provider: IdentityProvider | undefined;
}

/**
 * Signing in with an identity provider: the browser is redirected there and returns with a code, which is exchanged for the
 * person's identity. The state in between is in a cookie of that browser, so that any node can handle the return.
 */
export function oidcRoutes(app: TypedApp, { gate, sessions, refused, provider }: OidcDeps): void {
  const limit = { onRequest: limitRoute('console-oidc', MAX_OIDC_REQUESTS_PER_MINUTE) };
  const noStore = (reply: FastifyReply) => void reply.header('cache-control', 'no-store');

  app.get(
    '/console/api/sign-in',
    {
      schema: {
        tags: ['console'],
        summary: 'Read how to sign in to the console',
        description: 'With a token always; with an identity provider where one is configured.',
        response: { 200: ConsoleSignInOptions },
      },
    },
    async (_, reply) => {
      noStore(reply);
      return provider ? { provider: { name: provider.name, path: START } } : {};
    },
  );
  if (!provider) return;

  app.get(
    START,
    { ...limit, schema: { hide: true, querystring: z.object({ to: z.optional(Page) }) } },
    async (request, reply) => {
      noStore(reply);
      const secrets = newSecrets();
      gate.keepSignIn(reply, encode({ ...secrets, to: request.query.to ?? CONSOLE_PATH }));
      return reply.redirect(await provider.addressOf(secrets, gate.addressOf(CALLBACK)));
    },
  );

  app.get(
    CALLBACK,
    { ...limit, schema: { hide: true, querystring: CallbackQuery } },
    async (request, reply) => {
      noStore(reply);
      const kept = decode(gate.signInOf(request));
      gate.forgetSignIn(reply);
      const refuse = (why: string) => reply.redirect(`${CONSOLE_PATH}#refused=${why}`);
      // Without the cookie this browser did not begin the sign-in (login CSRF).
      if (!kept || kept.state !== request.query.state) return refuse('expired');
      if (!request.query.code) return refuse('declined');
      let person: ProvenPerson | undefined;
      try {
        person = await provider.redeem(request.query.code, kept, gate.addressOf(CALLBACK));
        const { secret } = await sessions.signInPerson(person, placeOf(request));
        await endBefore(request);
        gate.setCookie(reply, secret);
        return await reply.redirect(kept.to);
      } catch (error) {
        request.log.warn({ err: error }, 'a sign-in to the console was refused');
        const isForbidden = error instanceof ApiError && error.code === 'console-role-missing';
        await refused.note({
          ...(person && { actor: `person:${person.subject}` }),
          with: 'provider',
          why: error instanceof ApiError ? error.code : 'provider-failed',
          ...placeOf(request),
        });
        return refuse(isForbidden ? 'no-role' : 'failed');
      }
    },
  );

  async function endBefore(request: FastifyRequest): Promise<void> {
    const secret = gate.cookieOf(request);
    if (secret === undefined) return;
    const before = await sessions.authenticate(secret).catch(() => undefined);
    if (before) await sessions.end(before.session, placeOf(request));
  }
}

function newSecrets(): SignInSecrets {
  const random = () => randomBytes(32).toString('base64url');
  return { state: random(), nonce: random(), verifier: random() };
}

function encode(kept: z.infer<typeof Kept>): string {
  return Buffer.from(JSON.stringify(kept)).toString('base64url');
}

function decode(text: string | undefined): z.infer<typeof Kept> | undefined {
  if (text === undefined) return undefined;
  try {
    return Kept.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}
