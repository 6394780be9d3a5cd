import type { ThreadDatabase } from './Database.types.ts';

/**
 * Calls `look` again and again where other processes may write what this one is not told of, which is never so for an
 * embedded database. Returns a function that stops it.
 */
export function watchOthers(db: ThreadDatabase, everyMs: number, look: () => void): () => void {
  if (!db.isShared) return () => undefined;
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}
