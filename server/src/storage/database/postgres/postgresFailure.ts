import { ApiError } from '../../../errors/ApiError.ts';
import { lockIsHeld } from '../lockIsHeld.ts';

const DISK_FULL = '53100';
const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATE: connection exceptions, and a server that stops, was stopped or starts. */
const AWAY_STATE = /^(08...|57P0[1-3]|25P03)$/;
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']);
/** The client's messages for a broken connection, which have no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;
/** The pool's message if no connection became free in time, which has no code. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** A temporary failure of the engine as an error for callers; other errors are returned as they are. */
export function readable(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === DISK_FULL) {
    return new ApiError('storage-full', 'The disk that holds the database is full.', {
      cause: error,
    });
  }
  if (code === LOCK_NOT_AVAILABLE) return lockIsHeld(error);
  if (message === NO_CONNECTION) {
    return new ApiError('unavailable', 'Too many requests wait for the database.', {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
  if (
    AWAY_CODES.has(code ?? '') ||
    AWAY_STATE.test(code ?? '') ||
    AWAY_MESSAGE.test(message ?? '')
  ) {
    return new ApiError('unavailable', 'The database cannot be reached.', {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  return error;
}
