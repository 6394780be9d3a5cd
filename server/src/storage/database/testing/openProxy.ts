import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to PostgreSQL with fault injection. */
export interface Proxy {
  /** The address of the database through the proxy. */
  url: string;
  /** From now on, nothing passes through the open connections, and neither end is notified. */
  silence(): void;
  /** The next time this statement is sent, the database receives it, and the connection breaks instead of its answer. */
  loseAnswerTo(sql: string): void;
  /** The next time this statement is sent, the database receives it; then nothing passes through that connection any more. */
  cutOffAfter(sql: string): void;
  /** The next time this statement is sent, `act` runs before the database receives it. */
  beforeAsked(sql: string, act: () => void): void;
  /** Lets so many more statements through, then nothing on any connection, including new ones. Resolves then. */
  freezeAfter(statements: number): Promise<void>;
  /** Refuses connections from now on, until `comeBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a TCP proxy in front of the database at `url`. */
export async function openProxy(url: string): Promise<Proxy> {
  const target = new URL(url);
  const open = new Set<Socket>();
  let silent = new Set<Socket>();
  let lost: string | undefined;
  let last: string | undefined;
  let awaited: { sql: string; act: () => void } | undefined;
  let left = Infinity;
  let onFrozen = () => {};

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let isLosing = false;
    near.on('data', (bytes) => {
      if (silent.has(near) || left <= 0) return;
      if (awaited && bytes.includes(awaited.sql)) {
        const { act } = awaited;
        awaited = undefined;
        act();
      }
      if (lost !== undefined && bytes.includes(lost)) {
        isLosing = true;
        lost = undefined;
      }
      far.write(bytes);
      if (--left === 0) onFrozen();
      if (last !== undefined && bytes.includes(last)) {
        silent.add(near);
        last = undefined;
      }
    });
    far.on('data', (bytes) => {
      if (silent.has(near) || left <= 0) return;
      if (isLosing) near.destroy();
      else near.write(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);

  const goAway = async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };

  return {
    url: address.href,
    goAway,
    comeBack: () =>
      new Promise<void>(
        (resolve) => void server.listen(Number(address.port), '127.0.0.1', resolve),
      ),
    silence: () => void (silent = new Set(open)),
    beforeAsked: (sql, act) => void (awaited = { sql, act }),
    freezeAfter: (statements) =>
      new Promise((resolve) => {
        left = statements;
        onFrozen = resolve;
      }),
    cutOffAfter: (sql) => void (last = sql),
    loseAnswerTo: (sql) => void (lost = sql),
    close: goAway,
  };
}
