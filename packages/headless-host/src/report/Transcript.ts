import type {
  Direction,
  WireError,
  WireEvent,
  WireResult,
  WireState,
} from '../runtime/wire.types.ts';
import type { LogLine } from './Report.types.ts';

/** Everything that an engine told, as it came. */
export class Transcript {
  readonly logs: LogLine[] = [];
  readonly errors: WireError[] = [];
  readonly warnings: string[] = [];
  /** The addresses of the files that the host asked for. */
  readonly requests: string[] = [];
  /** The results of the last execution. */
  results: WireResult[] = [];
  /** What the mini-apps show, as it was last told. */
  states: Record<string, WireState> = {};
  /** What the host asked the system for, which follows at the next start. */
  direction: Direction = 'ltr';
  /** The step that is, or was, under way. */
  currentStep = 0;
  droppedLines = 0;
  startMs = 0;
  loadMs = 0;
  readonly #start = performance.now();

  readonly add = (event: WireEvent): void => {
    switch (event.event) {
      case 'log':
        this.logs.push({ level: event.level, message: event.message });
        break;
      case 'dropped':
        this.droppedLines = event.count;
        break;
      case 'error':
        this.errors.push(event.error);
        break;
      case 'warning':
        this.warnings.push(event.message);
        break;
      case 'request':
        this.requests.push(event.url);
        break;
      case 'step':
        if (event.index === 0) this.results = [];
        this.currentStep = event.index;
        break;
      case 'result':
        this.results[event.index] = event.result;
        break;
      case 'states':
        this.states = event.states;
        break;
      case 'opening':
        this.startMs ||= this.elapsedMs();
        break;
      case 'loaded':
        this.loadMs = this.elapsedMs() - this.startMs;
        break;
      case 'direction':
        this.direction = event.direction;
        break;
      case 'beat':
        break;
    }
  };

  elapsedMs(): number {
    return Math.round(performance.now() - this.#start);
  }
}
