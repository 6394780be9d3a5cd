/** Ids of messages of the gateway. */
export const LIVE_MESSAGE_ID = /^[1-9]\d{0,15}$/;

/** Whether a value is a position in the sequence of all messages. */
export function isLiveCursor(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Parses a cursor from a URL or from storage; undefined if the text is not one. */
export function readLiveCursor(text: string): number | undefined {
  const cursor = /^\d{1,16}$/.test(text) ? +text : undefined;
  return isLiveCursor(cursor) ? cursor : undefined;
}

/** Whether a string is the id of a message of the gateway; local notifications have other ids. */
export function isLiveMessageId(value: unknown): value is string {
  return typeof value === 'string' && LIVE_MESSAGE_ID.test(value);
}
