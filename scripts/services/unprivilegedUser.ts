import { readFile } from 'node:fs/promises';

/** The user for running a server that refuses to run as root; undefined if this process is not root. */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((row) => row.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find(([account]) => account === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('This machine has neither a user `postgres` nor `nobody` in /etc/passwd.');
}
