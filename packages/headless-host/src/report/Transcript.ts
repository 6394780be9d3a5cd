import type {
  Direction,
  WireError,
  WireEvent,
  WireResult,
  WireState,
} from '../runtime/wire.types.ts';
import type { LogLine } from './Report.types.ts';

/** Collects all events of an engine. */
export class Transcript {
  readonly logs: LogLine[] = [];
  readonly errors: WireError[] = [];
  readonly warnings: string[] = [];
  /** The URLs of the files that the host requested. */
  readonly requests: string[] = [];
  /** The results of the last execution. */
  results: WireResult[] = [];
  /** The last reported states of the mini-apps. */
  states: Record<string, WireState> = {};
  /** The layout direction that the host requested for the next start. */
  direction: Direction = 'ltr';
  /** The current or last step. */
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
