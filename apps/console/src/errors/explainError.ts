import { ApiClientError } from '@host/api-client';

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

/** An error in words. Messages about fields that the form has are left for the form to show. */
export function explainError(error: unknown, fieldsOfForm: readonly string[] = []): Explained {
  if (!(error instanceof ApiClientError)) {
    return { text: (error as Error).message, fields: {}, code: undefined, requestId: undefined };
  }
  const { code, requestId } = error;
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { pointer, detail } of error.errors) {
    const [, name = ''] = pointer.split('/');
    if (fieldsOfForm.includes(name)) fields[name] ??= sentence(detail);
    else others.push(`${pointer.slice(1)}: ${detail}`);
  }
  if (code === 'network' || code === 'timeout') {
    const text = 'The server did not answer. Nothing was lost: try again.';
    return { text, fields, code, requestId };
  }
  const hasFields = Object.keys(fields).length > 0;
  const text = hasFields && others.length === 0 ? 'Some of it does not fit.' : error.message;
  return { text: [text, ...others].join(' '), fields, code, requestId };
}

function sentence(detail: string): string {
  return detail.charAt(0).toUpperCase() + detail.slice(1);
}
