import { randomUUID } from 'node:crypto';

import type { FastifyBaseLogger } from 'fastify';

import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { UndeliverableMail } from './Mailer.types.ts';
import {
  type MailRow,
  claimMail,
  deleteMail,
  insertMail,
  listDueMails,
  markSent,
  postponeMail,
} from './mailRows.ts';

/** A mail to be sent. Its content is composed when it is sent. */
export type NewMail = Pick<MailRow, 'kind' | 'recipient' | 'recipient_key'> & {
  accountId?: string;
  pendingId?: string;
  /** How long sending it makes sense. */
  lifeMs: number;
};

/** The result of an attempt: `dropped` when there was nothing to send. */
export type Delivery = 'sent' | 'dropped';

export interface MailQueueDeps {
  db: Database;
  /** Composes the mail of a row and sends it. */
  deliver: (mail: MailRow) => Promise<Delivery>;
  logger?: Pick<FastifyBaseLogger, 'error'> | undefined;
  now?: () => number;
}

const POLL_MS = 5000;
const AT_ONCE = 4;
/** The lease on a mail, longer than any attempt: when it expires, another node sends the mail of one that died. */
const LEASE_MS = 2 * 60 * 1000;
const FIRST_WAIT_MS = 15_000;
const MAX_WAIT_MS = 10 * 60 * 1000;

/**
 * Mails that are queued in the database until one node has sent them. A request adds its mail in its own transaction and
 * is answered: a slow or unavailable mail server delays no request, and no mail is lost when a node dies.
 */
export class MailQueue {
  readonly #deps: MailQueueDeps;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #hasMore = false;
  #isClosed = false;

  constructor(deps: MailQueueDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
  }

  /** Adds a mail in a transaction; `kick` sends it once that is committed. False when there were too many. */
  add(tx: Queries, { accountId, pendingId, lifeMs, ...mail }: NewMail): Promise<boolean> {
    const now = this.#now();
    return insertMail(tx, {
      ...mail,
      id: randomUUID(),
      account_id: accountId ?? null,
      pending_id: pendingId ?? null,
      attempts: 0,
      created_at: now,
      next_at: now,
      expires_at: now + lifeMs,
    });
  }

  start(): void {
    this.#timer = setInterval(() => this.kick(), POLL_MS).unref();
    this.kick();
  }

  /** Sends queued mails in the background. */
  kick(): void {
    if (this.#isClosed) return;
    if (this.#working) {
      this.#hasMore = true;
      return;
    }
    this.#working = this.#work()
      .catch((err: unknown) => this.#deps.logger?.error({ err }, 'mails could not be read'))
      .finally(() => {
        this.#working = undefined;
        if (!this.#hasMore) return;
        this.#hasMore = false;
        this.kick();
      });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#isClosed) {
      const due = await listDueMails(this.#deps.db, this.#now(), AT_ONCE);
      if (due.length === 0) return;
      await Promise.all(due.map((mail) => this.#try(mail)));
    }
  }

  async #try(mail: MailRow): Promise<void> {
    const { db, deliver, logger } = this.#deps;
    const now = this.#now();
    if (!(await claimMail(db, mail, now + LEASE_MS))) return;
    if (mail.expires_at <= now) return deleteMail(db, mail.id);
    try {
      if ((await deliver(mail)) === 'sent') await markSent(db, mail.id, this.#now());
      else await deleteMail(db, mail.id);
    } catch (err) {
      // Without the address, and without the mail server's text, which may contain it: many people can read a log.
      const line = { mail: mail.id, kind: mail.kind, ...reasonOf(err) };
      if (err instanceof UndeliverableMail) {
        logger?.error(line, 'a mail was refused and is not sent');
        return deleteMail(db, mail.id);
      }
      logger?.error(line, 'a mail could not be sent; it is tried again');
      const wait = Math.min(FIRST_WAIT_MS * 2 ** mail.attempts, MAX_WAIT_MS);
      await postponeMail(db, mail.id, this.#now() + wait);
    }
  }
}

function reasonOf(error: unknown): object {
  const source = error instanceof UndeliverableMail ? error.cause : error;
  const { code, command, responseCode } = source as Record<string, unknown>;
  return { code, command, responseCode };
}
