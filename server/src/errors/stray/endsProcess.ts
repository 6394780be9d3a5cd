const OUT_OF_MEMORY = new Set([
  'ENOMEM',
  'ERR_MEMORY_ALLOCATION_FAILED',
  'ERR_WORKER_OUT_OF_MEMORY',
]);

/**
 * Whether a process cannot go on after an error that nothing caught.
 *
 * It cannot when what all requests need is gone: memory, or the socket that it listens on. The thread that writes to the
 * embedded database is watched by itself (`RunningServer.lost`), and until a server is started any error ends it.
 *
 * Everything else came from a mistake in handling something: nearly always one request or connection, since those run
 * nearly all code. What counts is in the database, which a stray error does not reach: a transaction that was not
 * committed is rolled back. What a connection had in memory is read again when its device connects again. If such an
 * error ended the process, whoever found one would end the server for everybody, as often as they like. For the same
 * reason it does not end after so many of them.
 */
export function endsProcess(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (error instanceof RangeError && /allocation failed/i.test(message ?? '')) return true;
  return syscall === 'listen' || (code !== undefined && OUT_OF_MEMORY.has(code));
}
