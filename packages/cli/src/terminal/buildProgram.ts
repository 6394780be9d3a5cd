import { resolve } from 'node:path';

import { type Argument, Command, Option } from 'commander';

import { packageVersion } from '../packageRoot.ts';
import type { AnyCommand, CommandGroup, CommandSection, Input } from './CommandSpec.types.ts';
import { formatTable } from './formatTable.ts';
import type { Palette } from './Palette.ts';

/** A parsed call of a command, with its arguments and options. */
export interface Call {
  command: AnyCommand;
  input: Input<object>;
  /** The folder of `--cwd`. */
  cwd: string | undefined;
}

/** Builds the parser of all commands. It runs none of them, but calls `onCall` with the parsed call. */
export function buildProgram(
  sections: readonly CommandSection[],
  options: {
    color: Palette;
    write: (text: string) => void;
    onCall: (call: Call) => void;
    /** What the command is called where it is a program of its own. */
    calledAs?: string | undefined;
  },
): Command {
  const { color, write, onCall, calledAs } = options;
  const program = new Command('miniapp')
    .description('Create, run, check and publish mini-apps.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureHelp({
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
      ...(calledAs !== undefined && {
        commandUsage: (command) => `${calledAs} ${command.usage()}`,
      }),
      styleTitle: color.bold,
      styleCommandText: color.cyan,
      styleSubcommandText: color.cyan,
      styleOptionText: color.cyan,
      styleArgumentText: color.cyan,
    })
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => {} })
    .exitOverride()
    .enablePositionalOptions();
  program.addHelpText('after', examplesText(color, GENERAL_EXAMPLES));
  program.addHelpText(
    'after',
    `\nSee ${color.cyan('miniapp <command> --help')} for the options of each.`,
  );

  for (const { title, commands } of sections) {
    program.commandsGroup(`${title}:`);
    for (const entry of commands) {
      if (isGroup(entry)) {
        const group = program.command(entry.name).description(entry.summary);
        for (const command of entry.commands) addCommand(group, command, color, onCall);
        const examples = entry.commands.flatMap(({ examples: [first] }) => (first ? [first] : []));
        group.addHelpText('after', examplesText(color, examples));
      } else {
        addCommand(program, entry, color, onCall);
      }
    }
  }
  return program;
}

const GENERAL_EXAMPLES = [
  ['miniapp create', 'start a new mini-app'],
  ['miniapp start', 'see it in the browser, in the mini-app’s folder'],
  ['miniapp check', 'run it on both engines, without a phone'],
  ['miniapp publish --release 10%', 'publish it for a tenth of all installs'],
] as const;

function addCommand(
  parent: Command,
  spec: AnyCommand,
  color: Palette,
  onCall: (call: Call) => void,
): void {
  const command = parent.command(spec.name).summary(spec.summary);
  const sentence = `${spec.summary.charAt(0).toUpperCase()}${spec.summary.slice(1)}.`;
  command.description([sentence, spec.description].filter(Boolean).join('\n\n'));
  for (const [name, help] of spec.arguments ?? []) command.argument(name, help);
  for (const [flags, help] of spec.options ?? []) command.addOption(new Option(flags, help));
  command
    .addOption(new Option('--json', 'print the result as JSON, and nothing else'))
    .addOption(new Option('-C, --cwd <dir>', 'work in another folder'))
    .addHelpText('after', examplesText(color, spec.examples))
    .action((...parameters: unknown[]) => {
      const args = parameters.slice(0, -2) as (string | undefined)[];
      const { cwd, ...rest } = command.opts<{ cwd?: string }>();
      onCall({
        command: spec,
        input: { args, options: rest },
        cwd: cwd === undefined ? undefined : resolve(cwd),
      });
    });
}

function examplesText(color: Palette, examples: AnyCommand['examples']): string {
  const rows = examples.map(([call, meaning]) => [color.cyan(call), color.dim(meaning)]);
  return `\n${color.bold('Examples:')}\n${formatTable(rows)
    .map((row) => `  ${row}`)
    .join('\n')}`;
}

function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function isGroup(entry: AnyCommand | CommandGroup): entry is CommandGroup {
  return 'commands' in entry;
}
