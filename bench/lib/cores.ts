import { availableParallelism } from 'node:os';

/** The CPU affinity of server and load: a core each if there are two, otherwise none. */
export const CORES = { server: 0, load: 1 } as const;

function canPin(): boolean {
  return process.platform === 'linux' && availableParallelism() >= 2;
}

/** The command that runs a program on one core only. */
export function onCore(
  core: number,
  command: string,
  args: readonly string[],
): [string, readonly string[]] {
  return canPin() ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];
}

/** Describes the use of cores when servers may use all of them, for the report. */
export function sharingNote(): string {
  return canPin()
    ? `servers may use all cores, the load is pinned to core ${CORES.load}`
    : 'nothing pinned, since there are not two cores';
}

/** Describes the CPU affinity, for the report. */
export function pinningNote(): string {
  return canPin()
    ? `every server pinned to core ${CORES.server}, the load to core ${CORES.load}`
    : 'nothing pinned, since there are not two cores';
}
