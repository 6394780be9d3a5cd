/** The result of a round in a worker. */
export interface WorkerRound {
  messages: number;
  seconds: number;
  /** CPU time of the process, all threads included. */
  cpuMicroseconds: number;
}

/**
 * Repeats a piece of work for as long as the parent process asks, and reports how often it ran.
 *
 * @param work returns how many messages it sent
 * @param lanes how many run concurrently
 */
export function runRounds(work: (index: number) => number | Promise<number>, lanes: number): void {
  const round = async (seconds: number): Promise<WorkerRound> => {
    const [start, before] = [performance.now(), process.cpuUsage()];
    let [pieces, messages] = [0, 0];
    const lane = async () => {
      while (performance.now() - start < seconds * 1000) {
        // Not `messages += await …`, which would lose what other lanes add meanwhile.
        const sent = await work(pieces++);
        messages += sent;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const { user, system } = process.cpuUsage(before);
    const elapsed = (performance.now() - start) / 1000;
    return { messages, seconds: elapsed, cpuMicroseconds: user + system };
  };
  process.on('message', (seconds: number) => {
    void (async () => process.send!(await round(seconds)))();
  });
  process.on('disconnect', () => process.exit(0));
  process.send!('ready');
}
