import type { Platform } from '@host/contracts';

/** The names of the checks. */
export type CheckName =
  | 'manifest'
  | 'entry'
  | 'permissions'
  | 'fixtures'
  | 'path'
  | 'build'
  | 'size'
  | 'structure'
  | 'syntax'
  | 'run';

/** Something that a check found. */
export interface Finding {
  check: CheckName;
  severity: 'error' | 'warning';
  /** A code for programs. */
  code: string;
  message: string;
  fix: string;
  /** Relative to the project. */
  file?: string;
  line?: number;
  platform?: Platform;
  engine?: 'v8' | 'hermes';
}
