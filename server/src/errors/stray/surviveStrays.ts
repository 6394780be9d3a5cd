import { connectionBeingRead } from '../../node-internals/nodeInternals.ts';
import { startFailure } from '../startFailure.ts';
import { endsProcess } from './endsProcess.ts';
import type { StrayErrors } from './StrayErrors.ts';

/**
 * The last line of defence: what nothing caught is noted, the connection that it came from is closed where that can be
 * told, and the process goes on, unless it cannot (`endsProcess`). Rejections that nothing handles come here as well.
 */
export function surviveStrays(strays: StrayErrors): void {
  process.on('uncaughtException', (error, origin) => {
    if (endsProcess(error)) return endNow(error);
    strays.note(error, origin);
    // While Node reads requests it names the connection that it reads from: what was thrown there left it half read.
    return connectionBeingRead()?.destroy();
  });
}

/** Ends the process with a line for its operator. */
export function endNow(error: unknown): void {
  process.stderr.write(`The server cannot go on: ${startFailure(error)}\n`);
  process.exit(1);
}
