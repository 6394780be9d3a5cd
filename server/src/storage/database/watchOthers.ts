import type { ThreadDatabase } from './Database.types.ts';

/**
 * Calls `look` periodically if other processes may write without notifying this one, which is never the case with an
 * embedded database. Returns a function that stops it.
 */
export function watchOthers(db: ThreadDatabase, everyMs: number, look: () => void): () => void {
  if (!db.isShared) return () => undefined;
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}
