import type { WireError, WireEvent } from './wire.types.ts';

const MAX_ERRORS = 50;
const MAX_STACK_LENGTH = 8000;

/** Collects thrown errors, each once, even if it is reported several times. */
export function createErrors(emit: (event: WireEvent) => void) {
  const seen: unknown[] = [];
  const causes: { isLoading: boolean; count: number } = { isLoading: false, count: 0 };

  return {
    /** While a mini-app loads, all thrown errors count as loading errors. */
    setLoading(isLoading: boolean): void {
      causes.isLoading = isLoading;
    },
    count: () => causes.count,
    report(kind: WireError['kind'], thrown: unknown, componentStack?: string): void {
      if (isObject(thrown) && seen.includes(thrown)) return;
      seen.push(thrown);
      causes.count++;
      if (causes.count > MAX_ERRORS) return;
      const error = describe(causes.isLoading ? 'load' : kind, thrown);
      if (componentStack !== undefined) error.componentStack = componentStack;
      emit({ event: 'error', error });
    },
  };
}

export type Errors = ReturnType<typeof createErrors>;

function describe(kind: WireError['kind'], thrown: unknown): WireError {
  if (!isObject(thrown)) return { kind, message: `${String(thrown)} was thrown`, stack: '' };
  const { name, message, stack = '' } = thrown as Partial<Error>;
  const text = typeof message === 'string' ? message : JSON.stringify(thrown);
  return {
    kind,
    message:
      name === undefined || name === 'Error' || text.startsWith(name) ? text : `${name}: ${text}`,
    stack: stack.slice(0, MAX_STACK_LENGTH),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
