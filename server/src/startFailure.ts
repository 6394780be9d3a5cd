import { ConfigError } from './config/ConfigError.ts';

/** What an operator is told when the server does not start: a sentence where they can mend it, else a stack trace. */
export function startFailure(error: unknown): string {
  const { code, message, stack, ...details } = error as NodeJS.ErrnoException;
  if (error instanceof ConfigError) return message;
  if (code === 'EADDRINUSE') {
    const { address, port } = details as { address?: string; port?: number };
    return `${address}:${port} is in use by another program. Stop it, or set PORT to a free one.`;
  }
  if (code === undefined) return stack ?? String(error);
  // Node tried several addresses of one name, and the error for all of them has no words of its own.
  if (error instanceof AggregateError) return error.errors.map(startFailure).join('\n');
  return message;
}
