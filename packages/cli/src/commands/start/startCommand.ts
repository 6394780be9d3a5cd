import { PLATFORMS, containerName } from '@host/contracts';
import { renderUnicodeCompact } from 'uqr';

import { CLEAR_OPTION, clearCache } from '../../build/clearCache.ts';
import { CliError, usageError } from '../../terminal/CliError.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDuration } from '../../terminal/formatDuration.ts';
import type { Output } from '../../terminal/Output.ts';
import { readProject } from '../../project/MiniAppProject.ts';
import { addressesOf } from '../../start/addressesOf.ts';
import { isLocal } from '../../start/allowedOrigins.ts';
import { type BuildState, failed } from '../../start/BuildState.ts';
import { buildHostPage } from '../../start/buildHostPage.ts';
import { codeToScan } from '../../start/codeToScan.ts';
import { ConsoleOutput } from '../../start/ConsoleOutput.ts';
import { DevRegistry } from '../../start/DevRegistry.ts';
import { DevServer } from '../../start/DevServer.ts';
import { explainError } from '../../start/explainError.ts';
import { listenForKeys } from '../../start/listenForKeys.ts';
import { openBrowser } from '../../start/openBrowser.ts';
import { PlatformWatcher } from '../../start/PlatformWatcher.ts';
import { watchProject } from '../../start/watchProject.ts';

interface StartOptions {
  port?: string;
  host?: string | true;
  scheme?: string;
  clear?: boolean;
}

const PORT = 9002;
const CLEAR_SCREEN = '\u001b[2J\u001b[3J\u001b[H';

export const startCommand = defineCommand<StartOptions>({
  name: 'start',
  summary: 'run the mini-app in the browser, and serve it to hosts',
  description:
    'Shows the mini-app in a host frame, takes over what is saved without losing what is on the screen, and serves ios and android to a host that is told the address. Who is signed in and what the api answers is in fixtures.json.',
  options: [
    ['--port <number>', `the port, ${PORT} by default`],
    ['--host [address]', 'let others in the network connect, for example a phone'],
    [
      '--scheme <scheme>',
      'the code opens it in the host app with this scheme, in a development build',
    ],
    CLEAR_OPTION,
  ],
  examples: [
    ['miniapp start', `http://localhost:${PORT}/`],
    ['miniapp start --port 9100', 'on another port'],
    ['miniapp start --host', 'for a phone in the same network'],
    ['miniapp start --host --scheme acme', 'in the development build of a host app on it'],
  ],
  runsUntilInterrupted: true,
  async run({ cwd, env, out, interrupted }, { options }) {
    const port = readPort(options.port);
    const host = options.host === true ? '0.0.0.0' : (options.host ?? '127.0.0.1');
    // An invalid scheme is refused before anything is built.
    if (options.scheme !== undefined) codeToScan('http://localhost', options.scheme);
    let { manifest } = await readProject(cwd);
    await clearCache(cwd, options);
    const progress = out.progress('Preparing the host page');
    const pageDir = await buildHostPage(cwd);
    progress.end();

    const watchers = PLATFORMS.map(
      (platform) =>
        new PlatformWatcher(cwd, platform, (state) => {
          showState(out, platform, state);
          if (platform === 'web') server.tell(state);
        }),
    );
    let addresses: string[] = [];
    const project = async () => ({
      manifest,
      container: containerName(manifest.appId),
      addresses: PLATFORMS.map((platform) => `${addresses[0]}/${platform}/mf-manifest.json`),
    });
    const registry = new DevRegistry({ root: cwd, watchers, manifest: () => manifest });
    const web = watchers.find(({ platform }) => platform === 'web')!;
    const console = new ConsoleOutput(out);
    const server = new DevServer({
      root: cwd,
      pageDir,
      watchers,
      registry,
      project,
      host,
      port,
      onConsole: (lines) => console.show(lines),
      async onError(error) {
        const explained = await explainError(cwd, web.dir, error);
        console.showError(explained);
        return explained;
      },
    });
    const actualPort = await listen(server, port);
    addresses = addressesOf(host, actualPort);
    // Set up before the keys are shown, so that they can be pressed.
    let quit: () => void = () => {};
    const hasQuit = new Promise<void>((resolve) => (quit = resolve));
    let shown = 0;
    const stopListening = out.isInteractive
      ? listenForKeys(process.stdin, {
          o: () => openBrowser(`${addresses[0]}/`, env),
          r: () => server.tell({ type: 'changed' }),
          c() {
            process.stdout.write(CLEAR_SCREEN);
            showAddresses(out, manifest, addresses, options.scheme);
          },
          p() {
            shown = (shown + 1) % watchers.length;
            const { platform, state, isStarted } = watchers[shown]!;
            out.line(`Building for ${out.color.bold(platform)}`);
            if (isStarted) showState(out, platform, state);
            void watchers[shown]!.settled();
          },
          q: quit,
        })
      : () => {};
    showAddresses(out, manifest, addresses, options.scheme);
    void web.settled();

    const stopWatching = await watchProject(cwd, async ({ names, configuration }) => {
      const described = ['manifest.json', 'package.json'].filter((name) => names.has(name));
      const causes = [...described, ...configuration];
      if (causes.length > 0) {
        const changed = await readProject(cwd).catch((error: unknown) => error as CliError);
        if (changed instanceof Error) {
          const state = failed([{ message: changed.message }]);
          showState(out, 'web', state);
          return server.tell(state);
        }
        ({ manifest } = changed);
        await Promise.all(watchers.map((watcher) => watcher.restart(causes)));
        await web.settled();
      }
      return server.tell({ type: 'changed' });
    });
    out.json({ port: actualPort, addresses, manifest });

    await Promise.race([interrupted, hasQuit]);
    out.line();
    stopListening();
    stopWatching();
    await server.close();
    await Promise.all(watchers.map((watcher) => watcher.close()));
    return {};
  },
});

function readPort(given: string | undefined): number {
  if (given === undefined) return PORT;
  const port = Number(given);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw usageError(
    `"${given}" is not a port.`,
    'Use a number up to 65535, for example --port 9100.',
  );
}

async function listen(server: DevServer, port: number): Promise<number> {
  try {
    return await server.listen();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new CliError(
      `Port ${port} is taken.`,
      `Stop what runs there, perhaps another \`miniapp start\`, or use --port ${port + 1}.`,
      { code: 'port-taken', cause: error },
    );
  }
}

function showAddresses(
  out: Output,
  { name, appId, version }: { name: string; appId: string; version: string },
  addresses: readonly string[],
  scheme: string | undefined,
): void {
  const { color } = out;
  out.line();
  out.line(`  ${color.bold(name)}  ${color.dim(`${appId} ${version}`)}`);
  out.line();
  out.table([
    ...addresses.map((address, index) => [
      index === 0 ? 'In the browser' : '',
      color.cyan(`${address}/`),
    ]),
    ...PLATFORMS.map((platform, index) => [
      index === 0 ? 'For a host app' : '',
      color.cyan(`${addresses[0]}/${platform}/mf-manifest.json`),
    ]),
  ]);
  out.line();
  if (out.isInteractive) showKeys(out, addresses[0]!, scheme);
  else out.line(color.dim('  Ctrl-C ends it.'));
  out.line();
}

/** Shows the QR code for phones, and the keys that can be pressed. */
function showKeys(out: Output, address: string, scheme: string | undefined): void {
  const { color } = out;
  if (isLocal(new URL(address).hostname)) {
    out.line(
      color.dim('  For a phone in the same network: miniapp start --host shows a code to scan.'),
    );
  } else {
    out.line(renderUnicodeCompact(codeToScan(address, scheme)).replaceAll(/^/gm, '  '));
    const where =
      scheme === undefined ? 'the browser of a phone' : 'a development build of the host app';
    out.line(color.dim(`  Scan it to open the mini-app in ${where}.`));
  }
  out.line();
  const keys = [
    ['o', 'open in the browser'],
    ['r', 'reload'],
    ['c', 'clear the screen'],
    ['p', 'build for the next platform: ios, android, web'],
    ['q', 'quit'],
  ];
  out.table(keys.map(([key = '', meaning = '']) => [color.bold(key), color.dim(meaning)]));
}

function showState(out: Output, platform: string, state: BuildState): void {
  if (state.type === 'built') {
    const what = state.changed.length > 0 ? ` after ${state.changed.slice(0, 3).join(', ')}` : '';
    out.done(`${platform} built in ${formatDuration(state.milliseconds)}${what}`);
  }
  if (state.type !== 'failed') return;
  out.fail(
    `${platform} does not build:\n${state.text}`,
    'Save the correction: it is built again at once.',
  );
}
