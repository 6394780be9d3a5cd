import { RuntimeError } from '../common/deadline.ts';

/** A script of a mini-app. */
export interface ScriptRequest {
  url: string;
  /** The required integrity value; without it, a tampered script would run. */
  integrity: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Runs a script in this page if its integrity is right. Rejects if it does not load in time. */
export function loadScript(request: ScriptRequest): {
  script: HTMLScriptElement;
  done: Promise<void>;
} {
  const { url, integrity, timeoutMs, signal } = request;
  const script = document.createElement('script');
  script.src = url;
  script.integrity = integrity;
  script.crossOrigin = 'anonymous';
  script.async = true;
  const done = new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      script.remove();
      settle();
    };
    const fail = (code: string, message: string) =>
      end(() => reject(new RuntimeError(code, message)));
    const onAbort = () => end(() => reject(signal.reason as Error));
    const timer = setTimeout(
      () => fail('timeout', `${url} did not come in ${timeoutMs} ms.`),
      timeoutMs,
    );
    script.addEventListener('load', () => end(resolve));
    script.addEventListener('error', () =>
      fail('load-failed', `${url} cannot be fetched, or is not what was published.`),
    );
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
  if (!signal.aborted) document.head.append(script);
  return { script, done };
}
