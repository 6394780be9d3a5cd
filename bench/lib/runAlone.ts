import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LOCK = join(tmpdir(), 'host-bench');

/** Exits if another benchmark runs on this machine: two at once would distort each other. */
export function runAlone(): void {
  try {
    mkdirSync(LOCK);
  } catch {
    const pid = Number(readFileSync(join(LOCK, 'pid'), 'utf8'));
    if (isAlive(pid)) {
      console.error(`Another benchmark is running (process ${pid}). Wait for it, or end it.`);
      process.exit(1);
    }
  }
  writeFileSync(join(LOCK, 'pid'), String(process.pid));
  process.on('exit', () => rmSync(LOCK, { recursive: true, force: true }));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
