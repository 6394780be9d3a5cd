import { ConfigError } from '../../errors/ConfigError.ts';

/** A backup that does not hold what it says. */
export class BackupDamaged extends ConfigError {
  constructor(problem: string) {
    super([`The backup is damaged: ${problem} Take another one`]);
  }
}
