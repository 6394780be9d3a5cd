import { isUtf8 } from 'node:buffer';

import { LIMITS } from '@host/contracts';

import { jsonDepth } from '../../http/bodies/jsonDepth.ts';
import { unreadable } from './Refusal.ts';

/** The fields of a message as they were sent, and the form in which the answer is expected. */
export interface SentBody {
  format: 'json' | 'text';
  fields: Record<string, unknown>;
}

/** Reads a body: JSON when the Content-Type says JSON, otherwise a form. */
export function readBody(contentType: string | undefined, body: Uint8Array): SentBody {
  return isJsonType(contentType)
    ? { format: 'json', fields: readJson(body) }
    : { format: 'text', fields: readForm(body) };
}

/** Whether a Content-Type asks for answers in JSON. */
export function isJsonType(contentType: string | undefined): boolean {
  return /^application\/json\b/i.test(contentType ?? '');
}

function readJson(body: Uint8Array): Record<string, unknown> {
  const text = decoded(body);
  if (jsonDepth(text) > LIMITS.jsonDepth) {
    throw unreadable(`JSON_PARSING_ERROR: more than ${LIMITS.jsonDepth} levels are nested`);
  }
  if ((text.includes('__proto__') || text.includes('\\u')) && PROTO_NAME.test(text)) {
    throw protoRefused();
  }
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unreadable('JSON_PARSING_ERROR: a JSON object is expected');
  }
  return value as Record<string, unknown>;
}

/** `__proto__` would set the prototype of an object, also when it is escaped. */
const PROTO_NAME =
  /"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i;

function protoRefused() {
  return unreadable('JSON_PARSING_ERROR: the name "__proto__" is not accepted');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(`JSON_PARSING_ERROR: ${(error as Error).message}`);
  }
}

function decoded(body: Uint8Array): string {
  if (!isUtf8(body)) throw unreadable('JSON_PARSING_ERROR: the body is not UTF-8');
  const text = textOf(body);
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}

const BYTE_ORDER_MARK = '\ufeff';
const DATA = 'data.';
const BOOLEANS = new Set(['dry_run', 'content_available', 'mutable_content']);

/** Turns a form (`registration_id=…&data.k=v`) into the fields of a JSON body. */
function readForm(body: Uint8Array): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const data: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(textOf(body))) {
    if (name === '__proto__' || name === `${DATA}__proto__`) throw protoRefused();
    if (name === 'registration_id') fields['to'] = value;
    else if (name.startsWith(DATA)) data[name.slice(DATA.length)] = value;
    else if (BOOLEANS.has(name)) fields[name] = value === '1' || value.toLowerCase() === 'true';
    else if (name === 'time_to_live') fields[name] = /^\d+$/.test(value) ? Number(value) : value;
    // Only JSON has lists and conditions.
    else if (name !== 'registration_ids' && name !== 'condition') fields[name] = value;
  }
  if (Object.keys(data).length > 0) fields['data'] = data;
  return fields;
}
