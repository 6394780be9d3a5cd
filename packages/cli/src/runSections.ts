import { existsSync, realpathSync } from 'node:fs';

import { CommanderError } from 'commander';

import { readAccount } from './account/Account.ts';
import { aloneInProject } from './project/aloneInProject.ts';
import type { CommandSection } from './terminal/CommandSpec.types.ts';
import { type Call, buildProgram } from './terminal/buildProgram.ts';
import { EXIT, usageError } from './terminal/CliError.ts';
import { type Output, createOutput } from './terminal/Output.ts';
import { reportError } from './terminal/reportError.ts';
import { toCliError } from './terminal/toCliError.ts';
import { watchInterrupts } from './terminal/watchInterrupts.ts';

/** The environment that a command runs in; by default, that of the process. */
export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  stdin?: { isTTY?: boolean };
  stdout?: { isTTY?: boolean; write(text: string): unknown };
  stderr?: { isTTY?: boolean; columns?: number; write(text: string): unknown };
  /** What a program that has one of these commands alone is called, `create-host`; without it they are those of `miniapp`. */
  calledAs?: string;
}

/** Runs one of these commands with arguments, and resolves to its exit code. It never rejects. */
export async function runSections(
  sections: readonly CommandSection[],
  argv: readonly string[],
  options: RunOptions,
): Promise<number> {
  const { stdin = process.stdin, stdout = process.stdout, stderr = process.stderr } = options;
  const { calledAs } = options;
  const env = options.env ?? process.env;
  const json = argv.includes('--json');
  const out = createOutput({ stdin, stdout, stderr, env, json });
  const streams = { stdout, stderr, env, json };

  let call: Call | undefined;
  const program = buildProgram(sections, {
    color: out.color,
    calledAs,
    write: (text) => stdout.write(text),
    onCall: (asked) => (call = asked),
  });
  try {
    // Some people try `miniapp help publish` first.
    const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv];
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, streams);
    if (error.exitCode === 0) return 0;
    return error.code === 'commander.help'
      ? EXIT.usage
      : reportError(asUsage(error, calledAs ?? programOf(argv, sections)), streams);
  }
  if (!call) return EXIT.usage;

  const { command, input } = call;
  const cwd = realPath(call.cwd ?? options.cwd ?? process.cwd());
  const interrupts = watchInterrupts(command.runsUntilInterrupted ?? false, () => out.clear());
  try {
    const context = { cwd, env, out, interrupted: interrupts.first };
    const work = () => command.run(context, input as never);
    const outcome = command.writesBuild
      ? await aloneInProject(cwd, (pid, lock) => sayWaiting(out, pid, lock), work)
      : await work();
    out.clear();
    if (json && outcome.json) {
      const isOk = !outcome.failed;
      stdout.write(`${JSON.stringify({ ok: isOk, ...outcome.json }, null, 2)}\n`);
    }
    return outcome.failed ? EXIT.failed : 0;
  } catch (error) {
    out.clear();
    const account = await readAccount(env).catch(() => undefined);
    return reportError(toCliError(error, account?.server), streams);
  } finally {
    interrupts.stop();
  }
}

function sayWaiting(out: Output, pid: number, lock: string): void {
  out.warn(
    `Another command builds in this project: process ${pid}. This one waits for it.`,
    `If that is none of yours, delete ${lock}.`,
  );
}

/** Resolves symbolic links, since tools compare paths as text. */
function realPath(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder;
}

/** The program whose help applies: the named command, or all of them. */
function programOf(argv: readonly string[], sections: readonly CommandSection[]): string {
  const named = argv.find((word) => !word.startsWith('-'));
  const known = sections.some(({ commands }) => commands.some(({ name }) => name === named));
  return known ? `miniapp ${named}` : 'miniapp';
}

/** Rewrites the parser's message: what is wrong, and where to look. */
function asUsage(error: CommanderError, program: string) {
  const [problem = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const nearest = /Did you mean (?:one of )?(.+)\?/.exec(suggestion ?? '')?.[1];
  const help = `${program} --help`;
  const sentence = `${problem.charAt(0).toUpperCase()}${problem.slice(1).replace(/\.?$/, '.')}`;
  return usageError(
    sentence.replaceAll("'", '`'),
    nearest ? `Did you mean ${nearest}? See \`${help}\`.` : `See \`${help}\`.`,
  );
}
