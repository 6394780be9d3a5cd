import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** The resident memory of a process; only available on Linux. */
export function residentMb(pid: number | undefined): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * PAGE_BYTES) / (1024 * 1024);
  } catch {
    return 0;
  }
}
