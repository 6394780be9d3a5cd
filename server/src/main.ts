import { backupCommand } from './commands/backup/backupCommand.ts';
import { restoreCommand } from './commands/backup/restoreCommand.ts';
import { consoleLink } from './commands/consoleLink.ts';
import { doctorCommand } from './commands/doctor/doctorCommand.ts';
import { rotate } from './commands/rotate.ts';
import { readConfig } from './config/readConfig.ts';
import { startFailure } from './errors/startFailure.ts';
import { UsageError, unknownWord } from './errors/UsageError.ts';
import { endNow, surviveStrays } from './errors/stray/surviveStrays.ts';
import { startServer } from './startServer.ts';

const SHUTDOWN_LIMIT_MS = 30_000;

const COMMANDS = {
  backup: backupCommand,
  'console-link': consoleLink,
  doctor: doctorCommand,
  restore: restoreCommand,
  rotate,
};
const HELP = `host-server             starts the server; it is configured by its environment, see README.md
host-server doctor      looks for what is wrong with the configuration and what it names, and says how to mend it
host-server backup …    writes everything that the server keeps into a folder, while it runs
host-server restore …   puts a backup back
host-server rotate …    changes a secret that the server made for itself
host-server console-link  prints a link that signs in to the console, once
Each has --help.
`;

const isCommand = (word: string): word is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, word);

try {
  const [command, ...args] = process.argv.slice(2);
  if (command === '--help' || command === '-h') {
    process.stdout.write(HELP);
    process.exit(0);
  }
  if (command !== undefined && isCommand(command)) {
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    const said = await COMMANDS[command](() => readConfig(process.env), args, say);
    const { text, exitCode } = typeof said === 'string' ? { text: said, exitCode: 0 } : said;
    process.stdout.write(text);
    process.exit(exitCode);
  }
  if (command !== undefined) {
    const kind = command.startsWith('-') ? 'option' : 'command';
    const known = kind === 'option' ? ['--help'] : Object.keys(COMMANDS);
    throw new UsageError(unknownWord('host-server', kind, command, known), HELP);
  }
  const config = readConfig(process.env);
  const server = await startServer(config);
  surviveStrays(server.app.strayErrors);
  void server.lost.then(endNow);
  process.stderr.write(
    [
      `Listening on ${server.address}, known as ${config.baseUrl}`,
      `  API and docs  ${config.baseUrl}/docs/`,
      ...server.secretFiles.map((file) => `  secret        ${file}`),
      '',
    ].join('\n'),
  );
  // Tells a parent process with an IPC channel that this process listens, and where.
  process.send?.({
    listeningOn: server.address,
    knownAs: config.baseUrl,
    consoleLink: server.consoleLink(),
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.app.log.info({ signal }, 'shutting down');
      // Requests that are still running then are cut off; a supervisor would kill the process anyway.
      const limitMs = SHUTDOWN_LIMIT_MS + config.drainSeconds * 1000;
      setTimeout(() => process.exit(1), limitMs).unref();
      server.close().then(
        () => process.exit(0),
        (error: unknown) => {
          server.app.log.error({ err: error }, 'shutdown failed');
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
