import { type TraceContext, readTraceparent } from '../../tracing/traceparent.ts';

/** The first field, so that it can be read without parsing the payload. */
const FIRST = '{"trace":"';
const LENGTH = 55;

/**
 * A payload with the trace of its message, as it is stored: whichever node sends it, now or an hour later, over its own
 * sockets or through a push service, knows which trace it belongs to. The trace is not sent to devices.
 */
export function tracedPayload(payload: string, trace: string | undefined): string {
  return trace === undefined ? payload : `${FIRST}${trace}",${payload.slice(1)}`;
}

/** The trace of a stored message; undefined for those that have none, which are most. */
export function traceOf({ payload }: { payload: string }): TraceContext | undefined {
  if (!payload.startsWith(FIRST)) return undefined;
  return readTraceparent(payload.slice(FIRST.length, FIRST.length + LENGTH));
}
