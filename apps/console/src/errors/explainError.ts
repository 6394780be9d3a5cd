import { ApiClientError } from '@host/api-client';

import { countOf } from '../text/formatNumber.ts';
import { adviceFor } from './adviceFor.ts';
import { explainRefusal } from './explainRefusal.ts';
import { plainWords } from './plainWords.ts';

/** What went wrong, for who has to do something about it. */
export interface Explained {
  /** What happened. */
  text: string;
  /** What is wrong with single fields, by their name in the body. */
  fields: Readonly<Record<string, string>>;
  /** Names what kind of problem it is, for who can do more about one. */
  code: string | undefined;
  /** Names the request in the server's log. */
  requestId: string | undefined;
}

interface ExplainOptions {
  /** The fields of the form: what is wrong with them is left for the form to show. */
  fields?: readonly string[] | undefined;
  /** The field that a refusal as a whole is about, by its code: the server names none with it. */
  codes?: Readonly<Record<string, string>> | undefined;
  /** What an answer that was lost means for who asked; by default nothing, as when something was only read. */
  whenLost?: string | undefined;
}

/** Proxies answer with these for a server that they do not reach. */
const NOT_REACHED: ReadonlySet<number> = new Set([502, 503, 504]);

/** An error in words for operators: no requests, no JSON, nothing that a proxy wrote. */
export function explainError(error: unknown, options: ExplainOptions = {}): Explained {
  if (!(error instanceof ApiClientError)) {
    return { text: (error as Error).message, fields: {}, code: undefined, requestId: undefined };
  }
  const { code, requestId } = error;
  const { fields, others } = sortFields(error, options);
  return { text: textOf(error, fields, others, options.whenLost), fields, code, requestId };
}

function textOf(
  error: ApiClientError,
  fields: Explained['fields'],
  others: readonly string[],
  whenLost: string | undefined,
): string {
  const lost = wordsOfLost(error, whenLost);
  if (lost !== undefined) return lost;
  if (others.length > 0) return others.join(' ');
  if (Object.keys(fields).length > 0) return 'Some of it does not fit.';
  if (error.status === 429) return `Too much was asked at once. ${waitWords(error)}`;
  // What the server itself says has a problem; the rest was written by something in between, or for developers.
  if (error.problem) return wordsOfProblem(error);
  const status = error.status === undefined ? '' : ` (status ${error.status})`;
  return error.status !== undefined && error.status >= 400
    ? `It was refused, without a reason${status}. Ask whoever runs the server.`
    : `The answer is none that the console knows${status}. Reload the page; if it stays, ask whoever runs the server.`;
}

/** What happened, and what anybody can do about it. */
function wordsOfProblem({ detail, code }: ApiClientError): string {
  return [detail, adviceFor(code)].filter(Boolean).join(' ');
}

/** What is said when nobody knows whether the server did it; undefined when it answered. */
function wordsOfLost(error: ApiClientError, whenLost: string | undefined): string | undefined {
  const what = howLost(error);
  if (what === undefined) return undefined;
  if (whenLost === undefined) return `${what} ${waitWords(error)}`;
  const wait = error.retryAfterSeconds === undefined ? '' : ` ${waitWords(error)}`;
  return `${what} ${whenLost}${wait}`;
}

function howLost({ code, status = 0, problem }: ApiClientError): string | undefined {
  if (code === 'network' || code === 'timeout') return 'The server did not answer.';
  if (problem) return undefined;
  if (NOT_REACHED.has(status)) return 'The server could not be reached.';
  return status >= 500 ? `Something broke in the server (status ${status}).` : undefined;
}

function waitWords({ retryAfterSeconds: seconds }: ApiClientError): string {
  if (seconds === undefined || seconds === 0) return 'Try again.';
  const minutes = Math.ceil(seconds / 60);
  return `Try again in ${seconds < 120 ? countOf(seconds, 'second') : countOf(minutes, 'minute')}.`;
}

/** What is wrong with fields of the form, and with everything else. */
function sortFields(error: ApiClientError, { fields: known = [], codes = {} }: ExplainOptions) {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  const add = (name: string | undefined, path: string, words: string) => {
    if (name !== undefined && known.includes(name)) fields[name] ??= words;
    else others.push(path === '' ? words : `${path}: ${words}`);
  };
  for (const { pointer, detail } of error.errors) {
    add(pointer.split('/')[1], pointer.slice(1), plainWords(detail));
  }
  const refusal = error.problem ? undefined : explainRefusal(error);
  if (refusal) add(refusal.field, '', refusal.text);
  const about = error.problem && codes[error.code];
  if (about !== undefined) fields[about] ??= wordsOfProblem(error);
  return { fields, others };
}
