import { readFile, statfs } from 'node:fs/promises';

import type { Finding } from '@host/contracts';

const FILES_WANTED = 20_000;
const MIN_FREE = 0.1;

/** Checks how many connections this machine allows, and how much space is left on its disk. */
export async function checkMachine(
  folder: string,
  readLimits: () => Promise<string> = () => readFile('/proc/self/limits', 'utf8'),
): Promise<Finding[]> {
  return [await checkFiles(readLimits), await checkDisk(folder)];
}

async function checkFiles(readLimits: () => Promise<string>): Promise<Finding> {
  const what = 'open files';
  const text = await readLimits().catch(() => '');
  const files = Number(/^Max open files +(\d+)/m.exec(text)?.[1]);
  if (Number.isNaN(files)) {
    return { what, status: 'not-checked', detail: 'This system does not tell their limit.' };
  }
  if (files >= FILES_WANTED) return { what, status: 'ok', detail: `Up to ${files}.` };
  return {
    what,
    status: 'warning',
    detail: `Up to ${files}: as many devices can be connected at most.`,
    cure: 'Raise it: LimitNOFILE in the systemd unit, --ulimit nofile for a container.',
  };
}

async function checkDisk(folder: string): Promise<Finding> {
  const what = 'disk';
  const space = await statfs(folder).catch(() => undefined);
  if (!space) return { what, status: 'not-checked', detail: `${folder} is not there yet.` };
  const free = space.bavail / space.blocks;
  const detail = `${Math.round(free * 100)} % of the disk of ${folder} is free.`;
  if (free >= MIN_FREE) return { what, status: 'ok', detail };
  return {
    what,
    status: 'warning',
    detail,
    cure: 'Make space, or move DATA_DIR to a larger disk.',
  };
}
