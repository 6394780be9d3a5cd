import { availableParallelism } from 'node:os';

/** Where the server and its load run: on a core each when there are two, else wherever the system puts them. */
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

/** How the cores were shared out where servers have all of them, for the report. */
export function sharingNote(): string {
  return canPin()
    ? `servers may use all cores, the load is pinned to core ${CORES.load}`
    : 'nothing pinned, since there are not two cores';
}

/** How the cores were shared out, for the report. */
export function pinningNote(): string {
  return canPin()
    ? `every server pinned to core ${CORES.server}, the load to core ${CORES.load}`
    : 'nothing pinned, since there are not two cores';
}
