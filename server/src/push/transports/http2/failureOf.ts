import type { Http2Failure } from './Http2Client.types.ts';

const UNREACHABLE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);
const TLS =
  /^(ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/;

/** Classifies an error of a connection by its code. */
export function failureOf(error: unknown, wasOpen: boolean): Http2Failure {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ECONNREFUSED') return 'connection-refused';
  if (UNREACHABLE.has(code)) return 'unreachable';
  if (TLS.test(code)) return 'tls-refused';
  if (code.startsWith('ERR_HTTP2_')) return 'protocol-error';
  // A server that refuses TLS with us disconnects during the handshake.
  return wasOpen ? 'connection-lost' : 'tls-refused';
}
