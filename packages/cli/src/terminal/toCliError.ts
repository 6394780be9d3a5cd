import { ApiClientError } from '@host/api-client';
import { ERRORS } from '@host/contracts';

import { CliError } from './CliError.ts';

/** An error with a fix, recognized by its shape, as it may come from another copy of a package. */
interface FixableError extends Error {
  fix: string;
}

/** Converts anything thrown into an error that a person can act on. */
export function toCliError(error: unknown, server?: string): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof ApiClientError) return serverError(error, server);
  if (isFixable(error)) {
    // A project's error repeats its fix as the last line of its message.
    const message = error.message.replace(`\n  ${error.fix}`, '');
    return new CliError(message, error.fix, { code: 'project', cause: error });
  }
  if (isSystemError(error)) return systemError(error);
  const message = error instanceof Error ? error.message : String(error);
  return new CliError(
    message || 'Something went wrong.',
    'Run it again with DEBUG=miniapp to see where this comes from.',
    { code: 'unexpected', cause: error },
  );
}

const LOG_IN = 'Log in again with `miniapp login`, or correct MINIAPP_TOKEN.';
const CORRECT = 'Correct what it names, and try again.';
const RAISE =
  'A published version never changes. Raise `version` in manifest.json and publish again.';

/** Fixes with this command, for errors whose fix in the error table is an HTTP request. */
const SERVER_FIXES: Record<string, string> = {
  network:
    'Check that the server runs and that the address is right: `miniapp login` changes it, MINIAPP_SERVER wins over it.',
  timeout: 'Try again; if it stays, ask whoever runs the server.',
  'not-json': 'Check that the address leads to the server itself: `miniapp login` changes it.',
  'unexpected-answer': 'Use a version of this command that is as new as the server.',
  'invalid-body': CORRECT,
  'invalid-query': CORRECT,
  'invalid-path': CORRECT,
  'path-taken':
    'Choose another one with `miniapp data path <path>`, for example with the name of your company before it.',
  unauthorized: LOG_IN,
  'token-expired': LOG_IN,
  'token-revoked': LOG_IN,
  'version-exists': RAISE,
  'artifact-exists': RAISE,
  'version-not-found': 'See which versions there are with `miniapp list <appId>`.',
  'mini-program-not-found': 'See which mini-apps there are with `miniapp list`.',
  'nothing-to-roll-back-to':
    'Stop giving the version to people with `miniapp pause <version>`, or the whole mini-app at once with `miniapp suspend`; --to names an older version.',
  'token-not-found': 'See which tokens there are with `miniapp tokens list`.',
  'key-not-found': 'See which keys there are with `miniapp keys list`.',
  'collection-not-found': 'See which there are with `miniapp data list`.',
  'document-not-found': 'See which ids there are with `miniapp data show <collection>`.',
  'document-conflict':
    'Read the documents again with `miniapp data show`, decide what they should be, and give what you read as --seen.',
  'device-not-found': 'See which devices there are with `miniapp devices list`.',
  'message-not-found':
    'See what was sent with `miniapp messages list`. What others sent is cancelled with the scope admin alone.',
  'message-not-scheduled':
    'See what is not due yet with `miniapp messages list --state scheduled`.',
  'template-not-found':
    'See which there are with `miniapp templates list`; one of a mini-app is named with --app.',
  'too-many-templates': 'Delete some that nobody uses with `miniapp templates remove`.',
  'person-not-found': 'Find the id with `miniapp people find`.',
  'console-session-not-found':
    'It may have ended: `miniapp sessions list` shows those that have not.',
  'signature-invalid':
    'Sign with a key that the server accepts, `--key <file>`; `miniapp keys list` shows them, `miniapp keys register` adds one.',
  'signature-missing':
    'The mini-app has keys: publish with the private half of one of them, `--key <file>`. `miniapp keys list` shows them.',
};

function serverError(error: ApiClientError, server = 'The server'): CliError {
  if (error.code === 'network') {
    const [, reason] = /\((.+)\)/.exec(error.detail) ?? [];
    const message = `${server} does not answer${reason === undefined ? '' : ` (${reason})`}.`;
    return new CliError(message, SERVER_FIXES['network']!, { code: 'network', cause: error });
  }
  const details = error.errors
    .map(({ pointer, detail }) => `${pointer}: ${detail}`)
    // The detail often repeats the first of them.
    .filter((text) => text !== error.detail)
    .map((text) => `\n${text}`);
  const request = error.status !== undefined && error.status >= 500 ? error.requestId : undefined;
  const known = Object.hasOwn(ERRORS, error.code)
    ? ERRORS[error.code as keyof typeof ERRORS].fix
    : undefined;
  const fix = SERVER_FIXES[error.code] ?? known ?? 'Ask whoever runs the server.';
  return new CliError(
    `${error.detail}${details.join('')}${request ? ` (request ${request})` : ''}`,
    fix,
    { code: error.code, cause: error },
  );
}

function isFixable(error: unknown): error is FixableError {
  return error instanceof Error && typeof (error as Partial<FixableError>).fix === 'string';
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).errno === 'number';
}

const SYSTEM_FIXES: Record<string, string> = {
  EACCES: 'Give yourself access to it, or use another folder.',
  EPERM: 'Give yourself access to it, or use another folder.',
  EROFS: 'Use a folder that can be written to.',
  ENOSPC: 'Free some space on that disk and try again.',
  EADDRINUSE: 'Stop the other process, or choose another port with --port.',
};

function systemError(error: NodeJS.ErrnoException): CliError {
  const code = error.code ?? '';
  const where = error.path ? ` (${error.path})` : '';
  const what = error.message.replace(/^[A-Z]+: /, '').replace(/,? \w+ '.*$/, '');
  return new CliError(
    `The system refused: ${what}${where}.`,
    SYSTEM_FIXES[code] ?? 'Check the path, and run it again.',
    { code: code.toLowerCase() || 'system', cause: error },
  );
}
