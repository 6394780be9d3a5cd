/** Why a mini-app cannot be shown. */
export type OpenFailureCode =
  | 'not-found'
  | 'suspended'
  | 'host-too-old'
  | 'not-compatible'
  | 'offline'
  | 'timeout'
  | 'unavailable'
  | 'integrity'
  | 'signature'
  | 'isolation'
  | 'load-failed'
  | 'crashed-on-start'
  | 'hung'
  | 'misbehaved'
  | 'crashed';

/** A failure in words that can be shown. */
export interface OpenFailure {
  code: OpenFailureCode;
  /** In English; `useFailureMessage` says it in the language of the host. */
  message: string;
  /** Whether trying again may help. */
  retryable: boolean;
  /** The host version that is needed, for `host-too-old`. */
  requiredHostVersion?: string;
}
