import * as z from 'zod/mini';

const MessageId = z.string().check(z.regex(/^[1-9]\d{0,15}$/));

const ClientMessage = z.union([
  z.object({ type: z.literal('ack'), cursor: z.int().check(z.minimum(0)) }),
  z.object({ type: z.literal('opened'), id: MessageId }),
]);

/** What a device can say. */
export type ClientMessage = z.infer<typeof ClientMessage>;

/** As nearly every client writes it: read at a glance. What is written otherwise goes by the schema. */
const USUAL_ACK = /^\{"type":"ack","cursor":(0|[1-9]\d{0,14})\}$/;

/** Reads what a device said; undefined when it makes no sense. */
export function readClientMessage(text: string): ClientMessage | undefined {
  const cursor = USUAL_ACK.exec(text)?.[1];
  if (cursor !== undefined) return { type: 'ack', cursor: Number(cursor) };
  try {
    const parsed = z.safeParse(ClientMessage, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The cursor that a device resumes from: undefined where it leaves that to the server, and null where it is none. */
export function readSince(text: string | undefined): number | undefined | null {
  if (text === undefined) return undefined;
  const cursor = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(cursor) ? cursor : null;
}
