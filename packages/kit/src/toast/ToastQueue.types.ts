/** A short message, and how it is shown. */
export interface ToastOptions {
  tone?: 'neutral' | 'success' | 'danger';
  /** An action, such as undo. */
  action?: { title: string; onPress: () => void };
  /** How long it is shown; by default four seconds, or eight with an action. */
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
  /** Removes the current message; the next one follows. */
  dismiss: () => void;
}
