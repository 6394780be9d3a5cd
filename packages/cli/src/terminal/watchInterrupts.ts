import { EXIT } from './CliError.ts';

/**
 * Ends the process at the first Ctrl-C for most commands, but only at the second for a command that runs until Ctrl-C, so
 * that it can shut down cleanly.
 */
export function watchInterrupts(runsUntilInterrupted: boolean, clear: () => void) {
  let resolveFirst: () => void = () => {};
  const first = new Promise<void>((resolve) => (resolveFirst = resolve));
  let count = 0;
  const onSignal = () => {
    count += 1;
    clear();
    if (runsUntilInterrupted && count === 1) return resolveFirst();
    // A cursor that a prompt hid must not stay hidden.
    if (process.stderr.isTTY) process.stderr.write('\u001b[?25h\n');
    return process.exit(EXIT.interrupted);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    first,
    stop() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
