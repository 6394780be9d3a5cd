import { ConfigError } from './ConfigError.ts';
import { UsageError } from './UsageError.ts';

const CHOOSE_HOST =
  'Set HOST to 0.0.0.0 for all addresses of this machine, or to 127.0.0.1 for itself alone.';

/** The message for the operator when the server does not start: a sentence if they can fix it, else a stack trace. */
export function startFailure(error: unknown): string {
  const { code, message, stack, ...details } = error as NodeJS.ErrnoException;
  if (error instanceof ConfigError || error instanceof UsageError) return message;
  const { syscall, address, port } = details as {
    address?: string;
    port?: number;
  } & typeof details;
  if (code === 'EADDRINUSE') {
    return `${address}:${port} is in use by another program. Stop it, or set PORT to a free one.`;
  }
  if (code === 'EADDRNOTAVAIL' && syscall === 'listen') {
    return `HOST ${address} is no address of this machine. ${CHOOSE_HOST}`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `${address}:${port} is not for the user of this server. Set PORT to one above 1023.`;
  }
  if (code === undefined) return stack ?? String(error);
  // Node tried several addresses of one name; the AggregateError itself has no message.
  if (error instanceof AggregateError) return error.errors.map(startFailure).join('\n');
  return message;
}
