import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { CORES, onCore } from './cores.ts';
import { endsWithUs } from './leaveNothing.ts';

const FILE = fileURLToPath(new URL('upstreamServer.ts', import.meta.url));

/** Starts a fake of Apple's and Google's push services, on the core of the load. */
export async function startUpstream(): Promise<{
  origin: string;
  ca: string;
  pid: number;
  stop(): void;
}> {
  const [command, args] = onCore(CORES.load, process.execPath, [
    '--import',
    import.meta.resolve('tsx'),
    FILE,
  ]);
  const child = endsWithUs(
    spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  const [{ origin, ca }] = (await once(child, 'message')) as [{ origin: string; ca: string }];
  return { origin, ca, pid: child.pid!, stop: () => child.disconnect() };
}
