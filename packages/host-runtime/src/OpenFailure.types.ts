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

/** A failure that can be shown to a person. */
export interface OpenFailure {
  code: OpenFailureCode;
  /** In English; `useFailureMessage` translates it to the language of the host. */
  message: string;
  /** Whether trying again may help. */
  retryable: boolean;
  /** The host version that is needed, for `host-too-old`. */
  requiredHostVersion?: string;
}
