import { connectionBeingRead } from '../../node-internals/nodeInternals.ts';
import { startFailure } from '../startFailure.ts';
import { endsProcess } from './endsProcess.ts';
import type { StrayErrors } from './StrayErrors.ts';

/**
 * The last line of defence: uncaught errors are recorded, the connection that caused one is closed if it can be
 * determined, and the process goes on, unless it cannot (`endsProcess`). The same goes for unhandled rejections.
 */
export function surviveStrays(strays: StrayErrors): void {
  process.on('uncaughtException', (error, origin) => {
    if (endsProcess(error)) return endNow(error);
    strays.note(error, origin);
    // Node exposes the connection that it is reading requests from: an error thrown meanwhile leaves it half read.
    return connectionBeingRead()?.destroy();
  });
}

/** Ends the process with a line for its operator. */
export function endNow(error: unknown): void {
  process.stderr.write(`The server cannot go on: ${startFailure(error)}\n`);
  process.exit(1);
}
