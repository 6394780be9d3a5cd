import { createHmac } from 'node:crypto';

import { LIMITS, ROLES, type ConsoleSession, type ConsoleSignIn, roleOf } from '@host/contracts';

import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database, Queries, Transaction } from '../../storage/database/Database.types.ts';
import { isMyTurn } from '../../storage/database/turns.ts';
import { ACTION_TOPIC } from '../actions/AdminActions.ts';
import { type NewAuditEntry, appendAudit } from '../audit/auditRows.ts';
import type { AdminTokens } from '../identity/adminTokens.ts';
import { Caller, type CallersSecret, type SessionCheck } from '../identity/Caller.ts';
import { IssuedSecrets, hasHash } from '../identity/IssuedSecrets.ts';
import { reachOf } from '../identity/Reach.ts';
import { MAX_CONSOLE_SESSIONS_PER_TOKEN } from '../quotas/quotaLimits.ts';
import { Sweeper } from '../Sweeper.ts';
import { readConsoleLink } from './consoleLinks.ts';
import { type PeopleOfProvider, ruleFor } from './oidc/ruleFor.ts';
import type { ProvenPerson } from './oidc/IdentityProvider.types.ts';
import type { SignInWay } from './RefusedSignIns.ts';
import {
  type ConsoleSessionRow,
  actorOfSession,
  deleteConsoleSession,
  deleteOldest,
  findConsoleSession,
  forgetEnded,
  insertConsoleSession,
  nameOfSession,
  touchConsoleSession,
  useLink,
} from './consoleSessionRows.ts';

const secrets = new IssuedSecrets('hcs');
const SIGN_IN = 'console.sign-in';
const SIGN_OUT = 'console.sign-out';
const TOUCH_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

interface ConsoleSessionsDeps {
  db: Database;
  tokens: AdminTokens;
  /** The root tokens that are currently accepted. */
  rootTokens: readonly string[];
  people?: PeopleOfProvider | undefined;
  now?: () => number;
}

/** Where a request is from, for the audit log. */
export type RequestPlace = Pick<NewAuditEntry, 'address' | 'requestId'>;

/** The caller of a console request, and the session it belongs to. */
export interface SignedIn {
  session: ConsoleSession;
  caller: Caller;
}

/**
 * The sessions of the console. Each stands for the token that started it, with the current rights of that token: when the
 * token is revoked, or the secret that was used expires, its sessions end as well.
 */
export class ConsoleSessions {
  readonly #db: Database;
  readonly #tokens: AdminTokens;
  readonly #rootTokens: readonly string[];
  readonly #people: ConsoleSessionsDeps['people'];
  readonly #now: () => number;

  constructor({ db, tokens, rootTokens, people, now = Date.now }: ConsoleSessionsDeps) {
    this.#db = db;
    this.#tokens = tokens;
    this.#rootTokens = rootTokens;
    this.#people = people;
    this.#now = now;
  }

  /** Starts a session. `secret` goes into the cookie and is not stored. */
  async signIn(
    credentials: ConsoleSignIn,
    place: RequestPlace,
  ): Promise<SignedIn & { secret: string }> {
    const now = this.#now();
    const link = 'link' in credentials ? this.#linkOf(credentials.link, now) : undefined;
    const token = link?.rootToken ?? (credentials as { token: string }).token;
    const { actor, tokenHash } = await this.#tokens.authenticate(token);
    const tokenId = actor === 'root' ? null : actor;
    const { text, row } = newSession(place.address, now);
    row.token_id = tokenId;
    row.token_hash = tokenHash ?? null;
    row.root_proof = tokenId === null ? proofOf(text, token) : null;
    await this.#db.transaction(async (tx) => {
      if (link && !(await useLink(tx, link.id, now))) throw linkInvalid();
      await startSession(tx, row);
      await noteSignIn(tx, row, place, link ? 'link' : 'token');
    });
    return { ...(await this.authenticate(text)), secret: text };
  }

  /** Starts a session for a person whom the identity provider authenticated; throws if no rule matches their groups. */
  async signInPerson(
    { subject, name, groups }: ProvenPerson,
    place: RequestPlace,
  ): Promise<SignedIn & { secret: string }> {
    const rules = this.#people?.rules ?? [];
    const named = groups.filter((group) => rules.some((rule) => rule.group === group));
    if (named.length === 0) throw roleMissing();
    const { text, row } = newSession(place.address, this.#now());
    row.issuer = this.#people!.issuer;
    row.subject = subject;
    row.person_name = name;
    row.groups_of_person = JSON.stringify(named);
    await this.#db.transaction(async (tx) => {
      await startSession(tx, row);
      await noteSignIn(tx, row, place, 'provider');
    });
    return { ...(await this.authenticate(text)), secret: text };
  }

  /** The caller that a session's secret stands for; throws if the session has ended. */
  async authenticate(secret: string): Promise<SignedIn> {
    const now = this.#now();
    const parts = secrets.parse(secret);
    const row = parts && (await findConsoleSession(this.#db, parts.id));
    if (!row || !hasHash(parts.secret, row.secret_hash) || hasEnded(row, now)) throw sessionEnded();
    const caller = await this.#callerOf(row, secret);
    if (now - row.last_used_at >= TOUCH_EVERY_MS) await touchConsoleSession(this.#db, row.id, now);
    return { session: sessionOf(row, nameOfSession(row), caller), caller };
  }

  /** Ends a session because its person signs out, or signs in again in the same browser. */
  async end(
    { id, actor }: Pick<ConsoleSession, 'id' | 'actor'>,
    place: RequestPlace,
  ): Promise<void> {
    const at = this.#now();
    await this.#db.transaction(async (tx) => {
      await deleteConsoleSession(tx, id);
      const entry = { at, actor, action: SIGN_OUT, target: id, ...place, details: {} };
      await appendAudit(tx, entry);
      await tx.notify({ topic: ACTION_TOPIC, key: SIGN_OUT });
    });
  }

  /** Deletes sessions that have ended. */
  async sweep(): Promise<void> {
    const now = this.#now();
    const linksBefore = now - 2 * LIMITS.consoleLinkSeconds * 1000;
    await forgetEnded(this.#db, { now, idleSince: idleSince(now), linksBefore });
  }

  async #callerOf(row: ConsoleSessionRow, secret: string): Promise<Caller> {
    const session = this.#checkOf(row.id);
    if (row.subject !== null) return this.#personOf(row, { secret, session });
    if (row.token_id !== null) {
      const tokenHash = row.token_hash ?? undefined;
      return this.#tokens.callerOf(row.token_id, { secret, tokenHash, session });
    }
    const isAccepted = this.#rootTokens.some((each) => proofOf(secret, each) === row.root_proof);
    if (!isAccepted) throw sessionEnded();
    return this.#tokens.callerOf('root', { secret, session });
  }

  #checkOf(id: string): SessionCheck {
    return {
      requireKept: async (db) => {
        if (!(await findConsoleSession(db, id))) throw sessionEnded();
      },
      requireInTime: async (db) => {
        const row = await findConsoleSession(db, id);
        if (!row || hasEnded(row, this.#now())) throw sessionEnded();
      },
    };
  }

  async #personOf(row: ConsoleSessionRow, secret: CallersSecret): Promise<Caller> {
    const proven = { issuer: row.issuer!, groups: JSON.parse(row.groups_of_person!) as string[] };
    const rule = ruleFor(this.#people, proven);
    if (!rule) throw sessionEnded();
    const reach = await reachOf(this.#db, rule.apps, rule.publisher ?? null);
    return new Caller(actorOfSession(row), ROLES[rule.role], reach, { ...secret, proven });
  }

  #linkOf(text: string, now: number): { id: string; rootToken: string } {
    const link = readConsoleLink(text, this.#rootTokens, now);
    if (!link) throw linkInvalid();
    return link;
  }
}

/** The origin of a request, for the audit log. */
export function placeOf({ address, id }: Pick<FastifyRequest, 'address' | 'id'>): RequestPlace {
  return { address, requestId: id };
}

/** Periodically deletes sessions that have ended, on one node for all. */
export function consoleSweeper(
  db: Database,
  sessions: Pick<ConsoleSessions, 'sweep'>,
  logger: FastifyBaseLogger | undefined,
): Sweeper {
  return new Sweeper({
    sweep: () => sessions.sweep(),
    isMyTurn: () => isMyTurn(db, 'console-swept-at', SWEEP_EVERY_MS / 2),
    everyMs: SWEEP_EVERY_MS,
    failure: 'sessions of the console that have ended stay for now',
    logger,
  });
}

/** Sessions that were last used before this time have ended. */
export function idleSince(now: number): number {
  return now - LIMITS.consoleIdleSeconds * 1000;
}

/** The error for a session that has ended. */
export function sessionEnded(): ApiError {
  return new ApiError('console-session-ended', 'Nobody is signed in to the console.');
}

function roleMissing(): ApiError {
  return new ApiError('console-role-missing', 'None of the groups has a role in the console.');
}

/** Creates a session that is not stored yet. */
function newSession(address: string, now: number): { text: string; row: ConsoleSessionRow } {
  const { id, text, hash } = secrets.issue(now);
  const row = {
    id,
    secret_hash: hash,
    token_id: null,
    token_hash: null,
    root_proof: null,
    issuer: null,
    subject: null,
    person_name: null,
    groups_of_person: null,
    address,
    created_at: now,
    last_used_at: now,
    expires_at: now + LIMITS.consoleSessionSeconds * 1000,
  };
  return { text, row };
}

/** Records in the audit log who signed in, and how. */
async function noteSignIn(
  tx: Transaction,
  row: ConsoleSessionRow,
  place: RequestPlace,
  how: SignInWay,
): Promise<void> {
  await appendAudit(tx, {
    at: row.created_at,
    actor: actorOfSession(row),
    action: SIGN_IN,
    target: row.id,
    ...place,
    details: { with: how },
  });
  await tx.notify({ topic: ACTION_TOPIC, key: SIGN_IN });
}

async function startSession(tx: Queries, row: ConsoleSessionRow): Promise<void> {
  await insertConsoleSession(tx, row);
  await deleteOldest(tx, row, MAX_CONSOLE_SESSIONS_PER_TOKEN);
}

function linkInvalid(): ApiError {
  return new ApiError('console-link-invalid', 'The link was used already, or is too old.');
}

function hasEnded(row: ConsoleSessionRow, now: number): boolean {
  return row.expires_at <= now || row.last_used_at <= idleSince(now);
}

/** Ties a session to a root token without storing anything by which the token could be guessed. */
function proofOf(secret: string, rootToken: string): string {
  return createHmac('sha256', secret).update(rootToken).digest('base64url');
}

function sessionOf(row: ConsoleSessionRow, name: string, caller: Caller): ConsoleSession {
  const role = caller.actor === 'root' ? 'admin' : roleOf(caller.scopes);
  return {
    id: row.id,
    actor: caller.actor,
    name,
    ...(role && { role }),
    scopes: [...caller.scopes],
    ...(caller.apps && { apps: [...caller.apps] }),
    ...(caller.publisher !== undefined && { publisher: caller.publisher }),
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    idleSeconds: LIMITS.consoleIdleSeconds,
  };
}
