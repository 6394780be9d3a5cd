import { randomUUID } from 'node:crypto';

import { LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { UndeliverableMail } from './Mailer.types.ts';
import { type Delivery, MailQueue } from './MailQueue.ts';
import { type MailRow, deleteOldMails } from './mailRows.ts';

const HOUR_MS = 60 * 60 * 1000;

describe.each(testEngines())('mails that wait ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  beforeAll(async () => {
    place = await engine.createPlace();
    db = await place.open();
  });
  afterAll(async () => {
    await db.close();
    await place.remove();
  });

  function open(deliver: (mail: MailRow) => Promise<Delivery>, on: Database = db) {
    const clock = { now: Date.now() };
    const logged: object[] = [];
    const logger = { error: (line: object) => void logged.push(line) };
    const queue = new MailQueue({ db: on, deliver, logger, now: () => clock.now });
    return { queue, clock, logged };
  }
  const mailTo = (recipient = `${randomUUID()}@example.com`) => ({
    kind: 'reset' as const,
    recipient,
    recipient_key: recipient,
    lifeMs: HOUR_MS,
  });
  const waiting = (recipient: string) =>
    db.all<MailRow & { sent_at: number | null }>(
      'SELECT * FROM mails WHERE recipient = ?',
      recipient,
    );

  it('are sent after they were committed, once', async () => {
    const sent: string[] = [];
    const { queue } = open(async ({ recipient }) => (sent.push(recipient), 'sent'));
    const mail = mailTo();
    await expect(
      db.transaction(async (tx) => {
        await queue.add(tx, mail);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await waiting(mail.recipient)).toEqual([]);
    await queue.add(db, mail);
    queue.kick();
    queue.kick();
    await expect.poll(async () => (await waiting(mail.recipient))[0]?.sent_at).not.toBeNull();
    queue.kick();
    await queue.close();
    expect(sent).toEqual([mail.recipient]);
  });

  it('are sent by one of two nodes', async () => {
    const sent: string[] = [];
    const deliver = async ({ id }: MailRow): Promise<Delivery> => (sent.push(id), 'sent');
    const nodes = [open(deliver), open(deliver)];
    const mails = Array.from({ length: 10 }, () => mailTo());
    for (const mail of mails) await nodes[0]!.queue.add(db, mail);
    for (const { queue } of nodes) queue.kick();
    await expect.poll(() => sent.length).toBeGreaterThanOrEqual(10);
    for (const { queue } of nodes) await queue.close();
    expect(new Set(sent).size).toBe(sent.length);
  });

  it('are tried again later when the mail server is away, and not for ever', async () => {
    let tries = 0;
    const { queue, clock, logged } = open(async () => {
      tries++;
      throw Object.assign(new Error('connect ann@example.com'), { code: 'ECONNREFUSED' });
    });
    const mail = mailTo();
    await queue.add(db, mail);
    const tryOnce = async (expected: number) => {
      queue.kick();
      await expect.poll(() => logged).toHaveLength(expected);
    };
    await tryOnce(1);
    const [first] = await waiting(mail.recipient);
    expect(first!.next_at).toBeGreaterThan(clock.now);
    clock.now = first!.next_at;
    await tryOnce(2);
    expect(JSON.stringify(logged)).toContain('ECONNREFUSED');
    expect(JSON.stringify(logged)).not.toContain('@example.com');
    clock.now += HOUR_MS;
    queue.kick();
    await expect.poll(() => waiting(mail.recipient)).toEqual([]);
    await queue.close();
    expect(tries).toBe(2);
  });

  it('are given up at once when they are refused for good', async () => {
    const { queue } = open(async () => {
      throw new UndeliverableMail('no', { cause: { responseCode: 550 } });
    });
    const mail = mailTo();
    await queue.add(db, mail);
    queue.kick();
    await expect.poll(() => waiting(mail.recipient)).toEqual([]);
    await queue.close();
  });

  it('go to another node when one dies with a mail in its hands', async () => {
    const mail = mailTo();
    const dead = open(() => new Promise(() => {}));
    await dead.queue.add(db, mail);
    dead.queue.kick();
    await expect.poll(async () => (await waiting(mail.recipient))[0]!.attempts).toBe(1);

    const sent: string[] = [];
    const { queue, clock } = open(async ({ recipient }) => (sent.push(recipient), 'sent'));
    clock.now += 2 * 60 * 1000 + 1;
    queue.kick();
    await expect.poll(() => sent).toEqual([mail.recipient]);
    await queue.close();
  });

  it('are so many for an address and kind in an hour', async () => {
    const { queue, clock } = open(async () => 'sent');
    const mail = mailTo();
    const add = () => queue.add(db, mail);
    const answers: boolean[] = [];
    for (let count = 0; count <= LIMITS.mailsPerAddress; count++) answers.push(await add());
    expect(answers.filter(Boolean)).toHaveLength(LIMITS.mailsPerAddress);
    // What somebody asked for in the name of a person must not keep a warning from them.
    expect(await queue.add(db, { ...mail, kind: 'password-changed' })).toBe(true);
    expect(await queue.add(db, mailTo())).toBe(true);
    clock.now += HOUR_MS + 1;
    expect(await add()).toBe(true);
    await queue.close();
  });

  it('are so many in all', async () => {
    const own = await engine.createPlace();
    const full = await own.open();
    const { queue } = open(async () => 'sent', full);
    await full.run(
      `WITH RECURSIVE numbers (n) AS (
        SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${LIMITS.mailsWaiting})
        INSERT INTO mails (id, kind, recipient, recipient_key, attempts, created_at, next_at, expires_at)
        SELECT 'm' || CAST(n AS TEXT), 'reset', CAST(n AS TEXT), CAST(n AS TEXT), 0, 0, 0, 0 FROM numbers`,
    );
    expect(await queue.add(full, mailTo())).toBe(false);
    await deleteOldMails(full, Date.now());
    expect(await queue.add(full, mailTo())).toBe(true);
    await full.close();
    await own.remove();
  });
});
