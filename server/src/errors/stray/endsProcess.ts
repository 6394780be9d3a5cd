const OUT_OF_MEMORY = new Set([
  'ENOMEM',
  'ERR_MEMORY_ALLOCATION_FAILED',
  'ERR_WORKER_OUT_OF_MEMORY',
]);

/**
 * Whether a process cannot go on after an uncaught error.
 *
 * It cannot when what all requests need is gone: memory, or the listening socket. The thread that writes to the
 * embedded database is watched separately (`RunningServer.lost`), and until the server has started any error ends it.
 *
 * Everything else is a bug in handling something: nearly always one request or connection, since those run nearly all
 * code. The durable state is in the database, which a stray error cannot corrupt: an uncommitted transaction is rolled
 * back. What a connection had in memory is read again when its device reconnects. If such an error ended the process,
 * whoever found one could take the server down for everybody, as often as they like. For the same reason there is no
 * number of such errors after which it ends.
 */
export function endsProcess(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (error instanceof RangeError && /allocation failed/i.test(message ?? '')) return true;
  return syscall === 'listen' || (code !== undefined && OUT_OF_MEMORY.has(code));
}
