import type { DraftField } from './composePush.ts';

/** Where the form has what the gateway names by the field of a message. */
const FIELDS: Readonly<Record<string, DraftField>> = {
  to: 'to',
  condition: 'to',
  registration_ids: 'to',
  send_at: 'sendAt',
  time_to_live: 'timeToLive',
  data: 'data',
};

/** The fields of a message that the form has. */
export const MESSAGE_FIELDS = Object.keys(FIELDS);

/** What the server refused about fields of a message, at the fields of the form. */
export function refusedFields(
  fields: Readonly<Record<string, string>>,
): Partial<Record<DraftField, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, words]) => [FIELDS[name] ?? 'to', words]),
  );
}
