import { spawn } from 'node:child_process';

/** Opens an address in the default browser, or with `BROWSER` if that is set; does nothing without a browser. */
export function openBrowser(address: string, env: NodeJS.ProcessEnv): void {
  const [command, ...args] = commandFor(env['BROWSER']);
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

function commandFor(browser: string | undefined): [string, ...string[]] {
  if (browser) return [browser];
  if (process.platform === 'darwin') return ['open'];
  // An empty title, since `start` treats the first quoted argument as one.
  return process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
}
