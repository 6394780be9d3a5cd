/** Records the SQL statements of requests, to detect timing leaks deterministically: work can be counted exactly. */
export interface RecordedStatements {
  wrap<Queries extends object>(db: Queries): Queries;
  mark(): number;
  /** The statements since a mark, up to queueing the e-mail, which is sent later. */
  since(mark: number): string[];
}

const METHODS = new Set(['all', 'get', 'run']);
/** Only these tables count, since background jobs run statements, too. */
const OF_PEOPLE = /\b(accounts|sessions|mails|pending_accounts|account_links)\b/;
const OF_THE_QUEUE = /^(SELECT \* FROM mails|UPDATE mails|DELETE FROM mails)/;
const QUEUED = /^INSERT INTO (mails|pending_accounts) /;

export function recordStatements(): RecordedStatements {
  const seen: string[] = [];
  const recording = <Queries extends object>(queries: Queries): Queries =>
    new Proxy(queries, {
      get(target, name) {
        const member = Reflect.get(target, name, target) as unknown;
        if (typeof member !== 'function') return member;
        if (name === 'transaction') {
          return (work: (tx: object) => Promise<unknown>) =>
            (member as (work: (tx: object) => Promise<unknown>) => Promise<unknown>).call(
              target,
              (tx) => work(recording(tx)),
            );
        }
        return (...given: unknown[]) => {
          const [sql] = given;
          const isNoted =
            METHODS.has(String(name)) &&
            typeof sql === 'string' &&
            OF_PEOPLE.test(sql) &&
            !OF_THE_QUEUE.test(sql);
          if (isNoted) seen.push(sql);
          return (member as (...args: unknown[]) => unknown).apply(target, given);
        };
      },
    });
  return {
    wrap: recording,
    mark: () => seen.length,
    since(mark) {
      const work = seen.slice(mark);
      const last = work.findLastIndex((sql) => QUEUED.test(sql));
      return last < 0 ? work : work.slice(0, last + 1);
    },
  };
}
