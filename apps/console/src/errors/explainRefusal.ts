import type { ApiClientError } from '@host/api-client';

/** How a call to the gateway says that it was refused: the request, which is for developers, then the gateway's own text. */
const REFUSED = /^[A-Z]+ \S+ answered \d+: ([\s\S]*)$/;

/** What the gateway's texts are about, by the field of the message. */
const FIELDS: readonly [pattern: RegExp, field: string, words?: string][] = [
  [/"send_at"/, 'send_at', 'This time is too far away: a year at most.'],
  [/InvalidTtl|"time_to_live"/, 'time_to_live'],
  [/"condition"|the condition/, 'condition'],
  [/"to"|the topic|openId|MissingRegistration/, 'to'],
  [/"registration_ids"|bulk/, 'registration_ids'],
  [/InvalidDataKey|"data/, 'data'],
];

/** What the gateway refused about a message. */
interface GatewayRefusal {
  /** The field of the message; undefined when it is about no single one. */
  field: string | undefined;
  text: string;
}

/** Reads why the gateway refused a message. Undefined for what is no such refusal, such as the page of a proxy. */
export function explainRefusal({ detail, status }: ApiClientError): GatewayRefusal | undefined {
  const [, said = ''] = REFUSED.exec(detail) ?? [];
  if (status === 413) return { field: undefined, text: 'The push is too long: shorten it.' };
  // The gateway refuses with a line of text; anything else comes from something in between.
  if (status !== 400 || said.trim() === '' || said.startsWith('<')) return undefined;
  const [, field, words] = FIELDS.find(([pattern]) => pattern.test(said)) ?? [];
  const plain = said.replace(/^Invalid\w+: /, '').trim();
  return { field, text: words ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.` };
}
