import type { Ending, EngineName } from '../engines/Engine.types.ts';
import { BASE_URL, type Program } from '../engines/Program.ts';
import type { WireError, WireStep } from '../runtime/wire.types.ts';
import { describeEnding } from './describeEnding.ts';
import { describeStep } from './describeStep.ts';
import type { RunError, RunSummary } from './Report.types.ts';
import { Symbolicator } from './symbolicate.ts';
import type { Transcript } from './Transcript.ts';

// Federation's warning when a mini-app gets another version than it requires.
const UNMET_VERSION =
  /Version (\S+) from \S+ of shared singleton module (\S+) does not satisfy the requirement of .* which needs ([^)']*)/;

/** Summarizes the result of a run. */
export function createSummary(options: {
  engine: EngineName;
  program: Program;
  steps: WireStep[];
  transcript: Transcript;
  ending: Ending | undefined;
}): RunSummary {
  const { engine, program, transcript } = options;
  const symbolicator = new Symbolicator(program.files);
  const errors = [
    ...transcript.errors.map((error) => thrownError(error, symbolicator)),
    ...sharedVersionErrors(transcript),
    ...stepErrors(transcript, options.steps),
    ...endingErrors(options.ending, options, symbolicator),
  ];
  return {
    ok: errors.length === 0,
    engine,
    platform: program.platform,
    logs: transcript.logs,
    errors,
    warnings: [...transcript.warnings, ...droppedWarning(transcript)],
    requests: transcript.requests.map((url) => url.slice(BASE_URL.length)),
    timings: {
      startMs: transcript.startMs,
      loadMs: transcript.loadMs,
      totalMs: transcript.elapsedMs(),
    },
  };
}

function thrownError(error: WireError, symbolicator: Symbolicator): RunError {
  const { at, stack } = symbolicator.symbolicate(error.stack);
  const components = error.componentStack?.trim();
  return {
    kind: error.kind,
    message: error.message,
    ...(at !== undefined && { at }),
    stack: components ? `${stack}\n  in\n${symbolicator.symbolicate(components).stack}` : stack,
  };
}

function sharedVersionErrors({ logs }: Transcript): RunError[] {
  return logs.flatMap(({ message }): RunError[] => {
    const [isUnmet, provided, name, range] = UNMET_VERSION.exec(message) ?? [];
    if (isUnmet === undefined) return [];
    const sentence = `It needs ${name}@${range}, and the host provides ${provided}.`;
    return [{ kind: 'shared-version', message: sentence }];
  });
}

function stepErrors({ results, errors }: Transcript, steps: WireStep[]): RunError[] {
  return results.flatMap((result, index): RunError[] => {
    const step = steps[index];
    if (result.ok || step === undefined) return [];
    // Numbered without the implicit `open` steps, as the author of the scenario counts them.
    const number = index + 1 - steps.filter(({ do: kind }) => kind === 'open').length;
    const isOpening = step.do === 'open' || step.do === 'checkContainer';
    if (!isOpening) {
      return [
        { kind: 'step', message: `Step ${number}, ${describeStep(step)}: ${result.message}` },
      ];
    }
    // An error that the mini-app threw while it was opened is more specific.
    return errors.length > 0 ? [] : [{ kind: 'load', message: result.message }];
  });
}

function endingErrors(
  ending: Ending | undefined,
  { program, steps, transcript }: { program: Program; steps: WireStep[]; transcript: Transcript },
  symbolicator: Symbolicator,
): RunError[] {
  if (!ending) return [];
  const step = steps[transcript.currentStep];
  const message = describeEnding(
    ending,
    program.limits,
    step ? describeStep(step) : 'at its start',
  );
  if (ending.stack === undefined) return [{ kind: ending.kind, message }];
  const { at, stack } = symbolicator.symbolicate(ending.stack);
  return [{ kind: ending.kind, message, ...(at !== undefined && { at }), stack }];
}

function droppedWarning({ droppedLines, logs }: Transcript): string[] {
  if (droppedLines === 0) return [];
  return [`It wrote more than ${logs.length} log lines; ${droppedLines} or more were dropped.`];
}
