/** A window that the service worker can reach. */
export interface WorkerClient {
  readonly url: string;
  readonly visibilityState: 'visible' | 'hidden';
  readonly focused: boolean;
  readonly frameType: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerPushEvent extends WaitingEvent {
  readonly data: { text(): string } | null;
}

export interface WorkerClickEvent extends WaitingEvent {
  /** The button; empty for the notification itself. */
  readonly action: string;
  readonly notification: { readonly data: unknown; close(): void };
}

/** The part of a service worker's global scope that push uses. */
export interface WorkerScope {
  readonly registration: {
    readonly scope: string;
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: {
      type: 'window';
      includeUncontrolled: true;
    }): Promise<readonly WorkerClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: WorkerPushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: WorkerClickEvent) => void): void;
}
