import type { FastifyBaseLogger } from 'fastify';

import { ApiError } from '../ApiError.ts';
import type { Config, OidcConfig } from '../config/Config.types.ts';
import type { TypedApp } from '../http/TypedApp.types.ts';
import type { Resolver } from '../registry/resolution/createResolver.ts';
import type { Database } from '../storage/database/Database.types.ts';
import { accountRoutes } from './accounts/accountRoutes.ts';
import { meRoutes, profileRoutes } from './accounts/meRoutes.ts';
import { PersonDeletions } from './accounts/PersonDeletions.ts';
import { createPeople } from './createPeople.ts';
import { IssuerTokens } from './issuer/IssuerTokens.ts';
import type { PasswordCost } from './passwords/passwordHash.ts';
import { Passwords } from './passwords/Passwords.ts';
import type { People } from './People.types.ts';
import { openPeopleSecrets } from './secrets/openPeopleSecrets.ts';
import { SigningKeys } from './secrets/SigningKeys.ts';
import { demandSession } from './sessionAuth.ts';
import { ownSessionRoutes } from './sessions/ownSessionRoutes.ts';
import { createRefreshCookie } from './sessions/refreshCookie.ts';
import { sessionRoutes } from './sessions/sessionRoutes.ts';
import { deleteEndedSessions } from './sessions/sessionRows.ts';
import { Sessions } from './sessions/Sessions.ts';
import { type SignInLimitNumbers, SignInLimits } from './sessions/SignInLimits.ts';
import { appTokenRoutes } from './tokens/appTokenRoutes.ts';
import { AppTokens } from './tokens/AppTokens.ts';
import { OwnSessionTokens } from './tokens/OwnSessionTokens.ts';
import { wellKnownRoutes } from './tokens/wellKnownRoutes.ts';

const TIDY_EVERY_MS = 60 * 60 * 1000;

/** What the people part works with. */
export interface PeopleDeps {
  db: Database;
  config: Pick<Config, 'baseUrl' | 'oidc'>;
  /** Seals what lies in the database; the same on every node. */
  secret: string;
  resolver: Pick<Resolver, 'stateOf'>;
  logger?: Pick<FastifyBaseLogger, 'error'> | undefined;
  passwordCost?: PasswordCost | undefined;
  limits?: SignInLimitNumbers | undefined;
}

/** The people part of a server: its routes, and what the other parts ask it. */
export interface OpenPeople {
  people: People;
  routes(app: TypedApp): Promise<void>;
  /** Rotates keys, forgets ended sessions and finishes deletions, now and every hour; call it when every part listens. */
  start(): void;
  close(): Promise<void>;
}

/** Opens accounts, sessions and the tokens of mini-apps; with an issuer configured, its tokens are the sessions. */
export async function openPeople(deps: PeopleDeps): Promise<OpenPeople> {
  const { db, config, logger } = deps;
  const issuer = config.baseUrl;
  const secrets = await openPeopleSecrets(db, deps.secret);
  const keys = await SigningKeys.open(db, secrets.sealing);
  const tokens = new OwnSessionTokens(db, keys, issuer);
  const authenticator = config.oidc ? new IssuerTokens(config.oidc) : tokens;
  const appTokens = new AppTokens(keys, secrets, issuer);
  const deletions = new PersonDeletions(db, logger);
  const signInDeps = {
    db,
    passwords: new Passwords(deps.passwordCost),
    sessions: new Sessions(db, secrets.refresh),
    limits: new SignInLimits(deps.limits),
  };
  let timer: NodeJS.Timeout | undefined;
  let tidying: Promise<void> | undefined;

  const tidy = async () => {
    await keys.rotate();
    await deleteEndedSessions(db, Date.now());
    await deletions.finishAll();
  };
  const tidyOrLog = () => {
    tidying = tidy().catch((err: unknown) => {
      logger?.error({ err }, 'tidying up after people failed');
    });
  };

  return {
    people: createPeople({ authenticator, appTokens, deletions }),
    async routes(app) {
      wellKnownRoutes(app, { keys, issuer });
      await app.register(async (own: TypedApp) => {
        if (config.oidc) refuseAccounts(own, config.oidc);
        accountRoutes(own, signInDeps);
        sessionRoutes(own, { ...signInDeps, tokens, cookie: createRefreshCookie(issuer) });
        await own.register(async (signedIn: TypedApp) => {
          demandSession(signedIn, authenticator);
          profileRoutes(signedIn, signInDeps);
          ownSessionRoutes(signedIn, { db });
        });
      });
      await app.register(async (signedIn: TypedApp) => {
        demandSession(signedIn, authenticator);
        meRoutes(signedIn, { ...signInDeps, deletions, ownsAccounts: !config.oidc });
        appTokenRoutes(signedIn, { resolver: deps.resolver, appTokens });
      });
    },
    start() {
      tidyOrLog();
      timer = setInterval(tidyOrLog, TIDY_EVERY_MS).unref();
    },
    async close() {
      clearInterval(timer);
      keys.close();
      await tidying;
    },
  };
}

function refuseAccounts(app: TypedApp, { issuer }: OidcConfig): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    const detail = `People have their accounts and sessions at ${issuer}.`;
    done(new ApiError('accounts-elsewhere', detail, { extra: { issuer } }));
  });
}
