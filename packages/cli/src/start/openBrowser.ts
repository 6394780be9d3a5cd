import { spawn } from 'node:child_process';

/** Opens an address in the browser of this machine, with `BROWSER` where that is set; a machine without one does nothing. */
export function openBrowser(address: string, env: NodeJS.ProcessEnv): void {
  const [command, ...args] = commandFor(env['BROWSER']);
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

function commandFor(browser: string | undefined): [string, ...string[]] {
  if (browser) return [browser];
  if (process.platform === 'darwin') return ['open'];
  // An empty title: `start` takes the first text in quotes for one.
  return process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
}
