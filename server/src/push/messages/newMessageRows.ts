import { LIMITS } from '@host/contracts';

import {
  type NumberedInserts,
  type NumberedTable,
  numberedInserts,
} from '../../storage/database/numberedInserts.ts';
import type { SqlValue } from '../../storage/database/Database.types.ts';
import type { Collapsing } from './collapseRows.ts';
import type { NewMessage, StoredMessage } from './Message.types.ts';

const KEPT_MS = LIMITS.idempotencyKeySeconds * 1000;

const CLOCK = { table: 'push_clock', name: 'position' };

const TABLES: readonly NumberedTable[] = [
  {
    table: 'push_messages',
    number: 'id',
    columns: {
      position: 'NUMBER',
      sender: 'TEXT',
      topic: 'TEXT',
      condition: 'TEXT',
      collapse_key: 'TEXT',
      package_name: 'TEXT',
      payload: 'TEXT',
      has_notification: 'BIGINT',
      state: 'TEXT',
      created_at: 'BIGINT',
      send_at: 'BIGINT',
      expires_at: 'BIGINT',
    },
  },
  { table: 'push_people', number: 'message_id', columns: { person_id: 'TEXT' } },
  {
    table: 'push_deliveries',
    number: 'message_id',
    columns: { device_id: 'BIGINT', position: 'NUMBER', state: 'TEXT', updated_at: 'BIGINT' },
  },
  {
    table: 'push_jobs',
    number: 'message_id',
    columns: { device_id: 'BIGINT', due_at: 'BIGINT' },
  },
  {
    table: 'idempotency_keys',
    columns: {
      actor: 'TEXT',
      idempotency_key: 'TEXT',
      request_hash: 'TEXT',
      status: 'BIGINT',
      headers: 'TEXT',
      body: 'TEXT WITH NUMBER',
      created_at: 'BIGINT',
    },
    // An expired answer may still be there, and is overwritten. Any other one belongs to an earlier attempt whose outcome was
    // unknown: `created_at` then becomes NULL, which violates its constraint and rolls everything back.
    onConflict: `(actor, idempotency_key) DO UPDATE SET request_hash = excluded.request_hash,
        status = excluded.status, headers = excluded.headers, body = excluded.body,
        created_at = CASE WHEN idempotency_keys.created_at <= excluded.created_at - ${KEPT_MS}
          THEN excluded.created_at END`,
  },
];

/** New messages and what belongs to them, under the next positions. */
export const INSERT_NEW = numberedInserts(CLOCK, TABLES);

/** The same with entries of the audit log: separate statements, so that sends without entries pay nothing for them. */
const NOTED_TABLES: readonly NumberedTable[] = [
  ...TABLES,
  {
    table: 'audit_log',
    columns: {
      at: 'BIGINT',
      actor: 'TEXT',
      action: 'TEXT',
      target: 'TEXT WITH NUMBER',
      address: 'TEXT',
      request_id: 'TEXT',
      details: 'TEXT',
    },
  },
];
const INSERT_NOTED = numberedInserts(CLOCK, NOTED_TABLES);

/** The same with the groups of the people who scheduled messages. */
const INSERT_WITH_SCHEDULERS = numberedInserts(CLOCK, [
  ...NOTED_TABLES,
  { table: 'push_schedulers', number: 'message_id', columns: { proven: 'TEXT' } },
]);

/** Chooses the statements that insert messages. */
export function insertsFor(messages: readonly NewMessage[]): NumberedInserts {
  if (messages.some(needsScheduler)) return INSERT_WITH_SCHEDULERS;
  return messages.some(({ asked }) => asked) ? INSERT_NOTED : INSERT_NEW;
}

/** A message that waits to be stored, with its serialized payload. */
export interface WrittenMessage {
  message: NewMessage;
  payload: string;
}

const isScheduled = ({ sendAt, createdAt }: NewMessage) => sendAt > createdAt;
const needsScheduler = (message: NewMessage) =>
  message.proven !== undefined && isScheduled(message);

/** The rows of messages, for the statements from `insertsFor`. */
export function newMessageRows(
  written: readonly WrittenMessage[],
  first: number,
  usesPushServices: boolean,
): SqlValue[][][] {
  const rows = new Rows();
  for (const [index, each] of written.entries()) rows.add(each, first + index, usesPushServices);
  const { messages, personal, deliveries, jobs, answers, noted, schedulers } = rows;
  const all = [messages, personal, deliveries, jobs, answers];
  if (schedulers.length > 0) return [...all, noted, schedulers];
  return noted.length === 0 ? all : [...all, noted];
}

class Rows {
  readonly messages: SqlValue[][] = [];
  readonly personal: SqlValue[][] = [];
  readonly deliveries: SqlValue[][] = [];
  readonly jobs: SqlValue[][] = [];
  readonly answers: SqlValue[][] = [];
  readonly noted: SqlValue[][] = [];
  readonly schedulers: SqlValue[][] = [];

  add({ message, payload }: WrittenMessage, id: number, usesPushServices: boolean): void {
    const { audience, createdAt, keepAnswer } = message;
    const isLater = isScheduled(message);
    const position = isLater ? null : id;
    this.messages.push([
      id,
      position,
      message.sender,
      audience.kind === 'topic' ? audience.topic : null,
      audience.kind === 'condition' ? audience.condition : null,
      message.collapseKey ?? null,
      message.payload.restrictedPackageName ?? null,
      payload,
      message.payload.notification ? 1 : 0,
      isLater ? 'scheduled' : 'stored',
      createdAt,
      message.sendAt,
      message.expiresAt,
    ]);
    if (message.toPerson) this.personal.push([id, message.toPerson.id]);
    if (audience.kind === 'devices') {
      const state = isLater ? 'accepted' : 'stored';
      for (const device of audience.devices) {
        this.deliveries.push([id, device.id, position, state, createdAt]);
      }
    }
    if (usesPushServices && !isLater) this.#addJobs(message, id);
    if (keepAnswer) {
      const { status, body } = keepAnswer.answerOf(id);
      const { key, requestHash } = keepAnswer;
      this.answers.push([id, message.sender, key, requestHash, status, '{}', body, Date.now()]);
    }
    if (message.asked) {
      const { address, requestId } = message.asked;
      const told = [address, requestId, JSON.stringify(detailsOf(message))];
      this.noted.push([id, createdAt, message.sender, 'push.send', String(id), ...told]);
    }
    if (needsScheduler(message)) this.schedulers.push([id, JSON.stringify(message.proven)]);
  }

  #addJobs({ audience, createdAt }: NewMessage, id: number): void {
    if (audience.kind !== 'devices') {
      this.jobs.push([id, null, createdAt]);
      return;
    }
    for (const device of audience.devices) {
      if (device.hasPushService) this.jobs.push([id, device.id, createdAt]);
    }
  }
}

/** The recipients and the time of a message, for the audit log. It outlives people, so it does not name them. */
function detailsOf(message: NewMessage): Record<string, unknown> {
  const { audience, toPerson, sendAt } = message;
  const later = isScheduled(message) && { sendAt: new Date(sendAt).toISOString() };
  if (toPerson) return { audience: 'person', ...later };
  if (audience.kind === 'topic') return { audience: 'topic', topic: audience.topic, ...later };
  if (audience.kind === 'condition') {
    return { audience: 'condition', condition: audience.condition, ...later };
  }
  return { audience: 'devices', devices: audience.devices.length, ...later };
}

/** The messages to deliver of those that were stored from a position on: scheduled ones are not due yet. */
export function storedOf(written: readonly WrittenMessage[], first: number): StoredMessage[] {
  const stored: StoredMessage[] = [];
  for (const [index, { message, payload }] of written.entries()) {
    if (isScheduled(message)) continue;
    const { audience, collapseKey, sendAt, expiresAt } = message;
    stored.push({
      id: first + index,
      position: first + index,
      audience:
        audience.kind === 'devices'
          ? { kind: 'devices', deviceIds: audience.devices.map((device) => device.id) }
          : audience,
      collapseKey,
      packageName: message.payload.restrictedPackageName,
      payload,
      sendAt,
      expiresAt,
    });
  }
  return stored;
}

/** Whether a message replaces pending ones. One with a time to live of 0 does not. */
export function isCollapsing(message: NewMessage): boolean {
  const { audience, collapseKey, sendAt, expiresAt } = message;
  const isForDevices = audience.kind === 'devices' && collapseKey !== undefined;
  return isForDevices && !isScheduled(message) && expiresAt > sendAt;
}

/** The devices on which messages that were stored from a position on replace pending ones. */
export function collapsingOf(written: readonly WrittenMessage[], first: number): Collapsing[] {
  return written.flatMap(({ message }, index) => {
    const { audience, collapseKey, createdAt } = message;
    if (!isCollapsing(message) || audience.kind !== 'devices') return [];
    return audience.devices.map(({ id: deviceId }) => ({
      deviceId,
      collapseKey: collapseKey!,
      messageId: first + index,
      now: createdAt,
    }));
  });
}
