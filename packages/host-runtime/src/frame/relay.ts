import type { Bucket, createBucket } from './createBucket.ts';
import type { FrameBudget } from './FrameBudget.ts';

/** The part of MessagePort that the relay uses. */
export interface RelayPort {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: RelayEvent) => void): void;
  start(): void;
  close(): void;
}

export interface RelayEvent {
  data: unknown;
  ports: readonly RelayPort[];
}

/** The relay's own message to the host. Messages of a mini-app are strings, so it cannot forge this. */
export interface Violation {
  type: 'violation';
  reason: string;
}

/**
 * Relays messages between a mini-app and its host, in a separate frame: they are deserialized in the relay's process, so
 * that a message that exhausts memory ends frames and not the host. Only strings within the budget are forwarded; at the
 * first violation the mini-app is disconnected.
 *
 * The function must be self-contained, as its source is sent to the frame.
 */
export function relay(
  host: RelayPort,
  budget: FrameBudget,
  makeBucket: typeof createBucket,
  now: () => number,
): void {
  const messages: Bucket = makeBucket(budget.messages, budget.messagesPerSecond, now);
  const text: Bucket = makeBucket(budget.text, budget.textPerSecond, now);
  let miniApp: RelayPort | undefined;

  function violationIn(data: unknown): string | undefined {
    if (typeof data !== 'string') return 'It sent something else than a text.';
    if (data.length > budget.messageText) return 'It sent a message that is too long.';
    if (!messages.take(1)) return 'It sent too many messages.';
    return text.take(data.length) ? undefined : 'It sent too much.';
  }

  function connect(port: RelayPort): void {
    let isCutOff = false;
    port.addEventListener('message', function fromMiniApp(event) {
      if (isCutOff) return;
      const reason = violationIn(event.data);
      if (reason === undefined) {
        host.postMessage(event.data);
        return;
      }
      isCutOff = true;
      port.close();
      host.postMessage({ type: 'violation', reason: reason });
    });
    port.start();
  }

  host.addEventListener('message', function fromHost(event) {
    if (miniApp) {
      miniApp.postMessage(event.data);
      return;
    }
    // The first message brings the port of the mini-app.
    miniApp = event.ports[0];
    if (miniApp) connect(miniApp);
  });
  host.start();
}
