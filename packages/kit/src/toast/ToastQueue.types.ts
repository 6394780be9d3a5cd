/** A short message, and how it is shown. */
export interface ToastOptions {
  tone?: 'neutral' | 'success' | 'danger';
  /** Something to do about it, such as taking it back. */
  action?: { title: string; onPress: () => void };
  /** How long it stays. Four seconds where it is left out, eight where there is something to do. */
  durationMs?: number;
}

/** A message in the queue. */
export interface ToastEntry extends ToastOptions {
  id: number;
  message: string;
}

/** Shows short messages, one after another. */
export interface ToastApi {
  show: (message: string, options?: ToastOptions) => void;
  /** Takes away the message that is shown; the next one follows. */
  dismiss: () => void;
}
