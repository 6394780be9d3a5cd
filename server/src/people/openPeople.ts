import type { FastifyBaseLogger } from 'fastify';

import { ApiError } from '../errors/ApiError.ts';
import type { Resolver } from '../hosting/registry/resolution/createResolver.ts';
import type { TypedApp } from '../http/TypedApp.types.ts';
import type { AdminActions } from '../operations/actions/AdminActions.ts';
import type { RequestBudgets } from '../http/rate-limits/budgets/RequestBudgets.ts';
import type { Quotas } from '../operations/quotas/Quotas.ts';
import type { Database } from '../storage/database/Database.types.ts';
import { createAccountMails } from './account-mail/createAccountMails.ts';
import { accountRoutes } from './accounts/accountRoutes.ts';
import { emailRoutes } from './accounts/emailRoutes.ts';
import { meRoutes, profileRoutes } from './accounts/meRoutes.ts';
import { passwordResetRoutes } from './accounts/passwordResetRoutes.ts';
import { resetLinkRoute } from './accounts/resetLinkRoute.ts';
import { consentRoutes } from './consents/consentRoutes.ts';
import { deleteConsentsOfPerson } from './consents/consentRows.ts';
import { createPeople } from './createPeople.ts';
import { IssuerTokens } from './issuer/IssuerTokens.ts';
import type { OidcConfig } from './issuer/OidcConfig.types.ts';
import { deleteEndedLinks } from './links/linkRows.ts';
import type { Mailer } from './mail/Mailer.types.ts';
import { MailQueue } from './mail/MailQueue.ts';
import { deleteOldMails } from './mail/mailRows.ts';
import type { PasswordCost } from './passwords/passwordHash.ts';
import { Passwords } from './passwords/Passwords.ts';
import type { People } from './People.types.ts';
import { PersonDeletions } from './personal-data/PersonDeletions.ts';
import { exportRoutes, personAdminRoutes } from './personal-data/personRoutes.ts';
import { deleteEndedPending } from './records/pendingRows.ts';
import { deleteEndedSessions } from './records/sessionRows.ts';
import { openPeopleSecrets } from './secrets/openPeopleSecrets.ts';
import { signingKeyRoutes } from './secrets/signingKeyRoutes.ts';
import { SigningKeys } from './secrets/SigningKeys.ts';
import { requireSession } from './sessionAuth.ts';
import { ownSessionRoutes } from './sessions/ownSessionRoutes.ts';
import { createRefreshCookie } from './sessions/refreshCookie.ts';
import { sessionRoutes } from './sessions/sessionRoutes.ts';
import { Sessions } from './sessions/Sessions.ts';
import { type SignInLimitNumbers, SignInLimits } from './sessions/SignInLimits.ts';
import { appTokenRoutes } from './tokens/appTokenRoutes.ts';
import { AppTokens } from './tokens/AppTokens.ts';
import { OwnSessionTokens } from './tokens/OwnSessionTokens.ts';
import { wellKnownRoutes } from './tokens/wellKnownRoutes.ts';

const TIDY_EVERY_MS = 60 * 60 * 1000;

/** What the people part depends on. */
export interface PeopleDeps {
  db: Database;
  config: {
    baseUrl: string;
    /** Undefined: the server's own accounts are used. */
    oidc: OidcConfig | undefined;
  };
  /** PEOPLE_SECRET, which encrypts secrets in the database; the same on every node. */
  secret: string;
  /** The previous one, while it is being rotated. */
  previousSecret?: string | undefined;
  resolver: Pick<Resolver, 'stateOf'>;
  logger?: Pick<FastifyBaseLogger, 'error'> | undefined;
  passwordCost?: PasswordCost | undefined;
  limits?: Partial<SignInLimitNumbers> | undefined;
  /** Where nodes share limits. */
  budgets?: RequestBudgets | undefined;
  /** Undefined: no mail is sent, and an operator makes the links. */
  mailer?: Mailer | undefined;
  quotas: Quotas;
}

/** The people part of a server: its routes, and what the other parts ask it. */
export interface OpenPeople {
  people: People;
  /** The key for digests of data that must not be readable in a copy of the database. */
  digestKey: Buffer;
  routes(app: TypedApp): Promise<void>;
  /** The operators' routes about people. */
  adminRoutes(app: TypedApp, deps: { actions: AdminActions }): Promise<void>;
  /** Whether addresses are verified and passwords reset by mail. */
  sendsMail: boolean;
  /**
   * Rotates keys, deletes ended sessions and finishes deletions, now and every hour. To be called once all listeners are
   * registered.
   */
  start(): void;
  close(): Promise<void>;
}

/** Opens accounts, sessions and the tokens of mini-apps; with an issuer configured, its tokens are the sessions. */
export async function openPeople(deps: PeopleDeps): Promise<OpenPeople> {
  const { db, config, logger, resolver } = deps;
  const identity = { db, resolver };
  const issuer = config.baseUrl;
  const secrets = await openPeopleSecrets(db, deps.secret, deps.previousSecret);
  const keys = await SigningKeys.open(db, secrets.sealer);
  const tokens = new OwnSessionTokens(db, keys, issuer);
  const authenticator = config.oidc ? new IssuerTokens(config.oidc) : tokens;
  const appTokens = new AppTokens(keys, secrets, issuer);
  const openIdOf = (personId: string, appId: string) => appTokens.openIdOf(personId, appId);
  const deletions = new PersonDeletions(db, logger);
  deletions.onPersonDeleted((personId) => deleteConsentsOfPerson(db, personId));
  const mail = deps.mailer && !config.oidc ? openMail(deps, deps.mailer) : undefined;
  const signInDeps = {
    db,
    passwords: new Passwords(deps.passwordCost),
    sessions: new Sessions(db, secrets.refresh),
    limits: new SignInLimits(deps.limits, deps.budgets),
    mail,
  };
  let timer: NodeJS.Timeout | undefined;
  let tidying: Promise<void> | undefined;

  const tidy = async () => {
    await keys.rotate();
    await deleteEndedSessions(db, Date.now());
    await deleteEndedLinks(db, Date.now());
    await deleteEndedPending(db, Date.now());
    await deleteOldMails(db, Date.now());
    await deletions.finishAll();
  };
  const tidyOrLog = () => {
    tidying = tidy().catch((err: unknown) => {
      logger?.error({ err }, 'tidying up after people failed');
    });
  };

  return {
    people: createPeople({ authenticator, appTokens, deletions, identity }),
    digestKey: secrets.digests,
    async routes(app) {
      wellKnownRoutes(app, { keys, issuer });
      await app.register(async (own: TypedApp) => {
        if (config.oidc) refuseAccounts(own, config.oidc);
        accountRoutes(own, { ...signInDeps, quotas: deps.quotas });
        passwordResetRoutes(own, signInDeps);
        sessionRoutes(own, { ...signInDeps, tokens, cookie: createRefreshCookie(issuer) });
        await own.register(async (signedIn: TypedApp) => {
          requireSession(signedIn, authenticator);
          profileRoutes(signedIn, signInDeps);
          emailRoutes(signedIn, signInDeps);
          ownSessionRoutes(signedIn, { db });
        });
      });
      await app.register(async (signedIn: TypedApp) => {
        requireSession(signedIn, authenticator);
        meRoutes(signedIn, { ...signInDeps, deletions, ownsAccounts: !config.oidc });
        exportRoutes(signedIn, { db, openIdOf });
        appTokenRoutes(signedIn, { ...identity, appTokens });
        consentRoutes(signedIn, { db, resolver });
      });
    },
    async adminRoutes(app, { actions }) {
      personAdminRoutes(app, { db, openIdOf, actions, deletions });
      signingKeyRoutes(app, { keys, actions });
      await app.register(async (own: TypedApp) => {
        if (config.oidc) refuseAccounts(own, config.oidc);
        resetLinkRoute(own, { db, actions, baseUrl: config.baseUrl });
      });
    },
    sendsMail: mail !== undefined,
    start() {
      mail?.start();
      tidyOrLog();
      timer = setInterval(tidyOrLog, TIDY_EVERY_MS).unref();
    },
    async close() {
      clearInterval(timer);
      keys.close();
      await mail?.close();
      deps.mailer?.close();
      await tidying;
    },
  };
}

function openMail({ db, config, logger }: PeopleDeps, mailer: Mailer): MailQueue {
  const deliver = createAccountMails({ db, mailer, baseUrl: config.baseUrl });
  return new MailQueue({ db, deliver, logger });
}

function refuseAccounts(app: TypedApp, { issuer }: OidcConfig): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    const detail = `People have their accounts and sessions at ${issuer}.`;
    done(new ApiError('accounts-elsewhere', detail, { extra: { issuer } }));
  });
}
