/** What a round in a worker came to. */
export interface WorkerRound {
  messages: number;
  seconds: number;
  /** Processor time of the process, all its threads included. */
  cpuMicroseconds: number;
}

/**
 * Does a piece of work over and over for as long as the parent process asks, and tells how often that was.
 *
 * @param work gives how many messages it sent
 * @param lanes how many pieces are under way at once
 */
export function runRounds(work: (index: number) => number | Promise<number>, lanes: number): void {
  const round = async (seconds: number): Promise<WorkerRound> => {
    const [start, before] = [performance.now(), process.cpuUsage()];
    let [pieces, messages] = [0, 0];
    const lane = async () => {
      while (performance.now() - start < seconds * 1000) {
        // Not `messages += await …`, which would forget what the other lanes add meanwhile.
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
