import { Session } from 'node:inspector';
import type { Worker } from 'node:worker_threads';

import type { WireState } from '../../runtime/wire.types.ts';

/** The state of an unresponsive thread. */
export interface Sight {
  stack: string;
  states: Record<string, WireState> | undefined;
}

interface CallFrame {
  functionName: string;
  location: { scriptId: string; lineNumber: number; columnNumber: number };
}

type Reply = { id?: number; method?: string; params?: unknown; result?: unknown };

const LOOK_MS = 2000;

/**
 * Pauses a thread for a moment, reads its stack and what is on the screen, and resumes it. Only a debugger can do that with
 * a thread in an endless loop. Resolves to undefined if the thread cannot be inspected.
 */
export function inspectThread(worker: Worker): Promise<Sight | undefined> {
  const session = new Session();
  const files = new Map<string, string>();
  const waiting = new Map<number, (result: unknown) => void>();
  let sessionId = '';
  let lastId = 0;

  const send = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      session.post('NodeWorker.sendMessageToWorker', {
        sessionId,
        message: JSON.stringify({ id, method, params }),
      });
    });

  return new Promise((resolve) => {
    // The answer may be late; the thread is still resumed when it comes.
    const timer = setTimeout(() => resolve(undefined), LOOK_MS);

    async function read(frames: CallFrame[]): Promise<void> {
      const evaluated = (await send('Runtime.evaluate', { expression: 'headlessStates()' })) as {
        result?: { value?: string };
      };
      // A paused thread could not even be terminated.
      await send('Debugger.resume');
      await send('Debugger.disable');
      session.disconnect();
      clearTimeout(timer);
      resolve({ stack: stackOf(frames, files), states: parsed(evaluated.result?.value) });
    }

    session.connect();
    session.on('NodeWorker.attachedToWorker', ({ params }) => {
      // The worker id here is the session's own numbering; the thread id is in the title.
      if (!params.workerInfo.title.startsWith(`[worker ${worker.threadId}]`)) return;
      sessionId = params.sessionId;
      void send('Debugger.enable');
      void send('Debugger.pause');
    });
    session.on('NodeWorker.detachedFromWorker', ({ params }) => {
      if (params.sessionId === sessionId) session.disconnect();
    });
    session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
      if (params.sessionId !== sessionId) return;
      const reply = JSON.parse(params.message) as Reply;
      if (reply.id !== undefined) waiting.get(reply.id)?.(reply.result);
      if (reply.method === 'Debugger.scriptParsed') {
        const { scriptId, url } = reply.params as { scriptId: string; url: string };
        files.set(scriptId, url);
      }
      if (reply.method === 'Debugger.paused') {
        const { callFrames } = reply.params as { callFrames: CallFrame[] };
        // The thread may end while it is inspected, which closes the session.
        read(callFrames).catch(() => resolve(undefined));
      }
    });
    session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  });
}

function stackOf(frames: CallFrame[], files: Map<string, string>): string {
  return frames
    .map(({ functionName, location: { scriptId, lineNumber, columnNumber } }) => {
      const place = `${files.get(scriptId) ?? 'unknown'}:${lineNumber + 1}:${columnNumber + 1}`;
      return functionName === '' ? `    at ${place}` : `    at ${functionName} (${place})`;
    })
    .join('\n');
}

function parsed(json: string | undefined): Sight['states'] {
  return json === undefined ? undefined : (JSON.parse(json) as Sight['states']);
}
