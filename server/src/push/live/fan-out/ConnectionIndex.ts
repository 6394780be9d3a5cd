import { parseCondition, topicsOfCondition } from '@host/contracts';

import { matches, matchesOutsiders } from '../../conditions/matches.ts';
import type { StoredMessage } from '../../messages/Message.types.ts';
import type { Connection } from '../connection/Connection.ts';

const NOBODY: ReadonlySet<Connection> = new Set();

/** The connections that a message is for. For a topic, it is the same object until the last of them closes. */
export type Audience = ReadonlySet<Connection> | readonly Connection[];

/** The connections of this node, by device, person and topic. */
export class ConnectionIndex {
  readonly #devices = new Map<number, Connection>();
  readonly #topics = new Map<string, Set<Connection>>();
  readonly #people = new Map<string, Set<Connection>>();

  get size(): number {
    return this.#devices.size;
  }

  all(): IterableIterator<Connection> {
    return this.#devices.values();
  }

  ofDevice(id: number): Connection | undefined {
    return this.#devices.get(id);
  }

  ofPerson(id: string): Iterable<Connection> {
    return this.#people.get(id) ?? NOBODY;
  }

  add(connection: Connection): void {
    this.#devices.set(connection.deviceId, connection);
    this.setPerson(connection, connection.personId);
  }

  remove(connection: Connection): void {
    this.setTopics(connection, new Set());
    this.setPerson(connection, null);
    const isCurrent = this.#devices.get(connection.deviceId) === connection;
    if (isCurrent) this.#devices.delete(connection.deviceId);
  }

  setTopics(connection: Connection, topics: ReadonlySet<string>): void {
    for (const topic of connection.topics) {
      if (!topics.has(topic)) leave(this.#topics, topic, connection);
    }
    for (const topic of topics) join(this.#topics, topic, connection);
    connection.setTopics(topics);
  }

  setPerson(connection: Connection, personId: string | null): void {
    if (connection.personId !== null) leave(this.#people, connection.personId, connection);
    if (personId !== null) join(this.#people, personId, connection);
    connection.setPerson(personId);
  }

  /** The connections that a message is for; undefined when there are none. */
  audienceOf({ audience }: Pick<StoredMessage, 'audience'>): Audience | undefined {
    switch (audience.kind) {
      case 'topic':
        return this.#topics.get(audience.topic);
      case 'devices':
        return this.#those(audience.deviceIds);
      default:
        return this.#meeting(audience.condition);
    }
  }

  /** Whether a message is for any connection. */
  hasAudience(audience: StoredMessage['audience']): boolean {
    switch (audience.kind) {
      case 'topic':
        return this.#topics.has(audience.topic);
      case 'devices':
        return audience.deviceIds.some((id) => this.#devices.has(id));
      default:
        return this.#meeting(audience.condition).length > 0;
    }
  }

  #those(ids: readonly number[]): Connection[] | undefined {
    const isAnyHere = ids.some((id) => this.#devices.has(id));
    return isAnyHere ? ids.flatMap((id) => this.#devices.get(id) ?? []) : undefined;
  }

  #meeting(text: string): Connection[] {
    const condition = parseCondition(text);
    if (!condition) return [];
    const candidates = matchesOutsiders(condition)
      ? [...this.#devices.values()]
      : [
          ...new Set(
            topicsOfCondition(condition).flatMap((topic) => [...(this.#topics.get(topic) ?? [])]),
          ),
        ];
    return candidates.filter(({ topics }) => matches(condition, topics));
  }
}

function join<Key>(map: Map<Key, Set<Connection>>, key: Key, connection: Connection): void {
  let members = map.get(key);
  if (!members) map.set(key, (members = new Set()));
  members.add(connection);
}

function leave<Key>(map: Map<Key, Set<Connection>>, key: Key, connection: Connection): void {
  const members = map.get(key);
  members?.delete(connection);
  if (members?.size === 0) map.delete(key);
}
