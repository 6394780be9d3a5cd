import { ConfigError } from '../../errors/ConfigError.ts';

/** A backup whose contents do not match its manifest. */
export class BackupDamaged extends ConfigError {
  constructor(problem: string) {
    super([`The backup is damaged: ${problem} Take another one`]);
  }
}
