/**
 * Detects messages that a frame sends to the window of the host instead of its port. There are no legitimate ones, so the
 * first is a violation. Its data is never read, since browsers deserialize it only when it is accessed.
 */
export function guardWindow(frame: HTMLIFrameElement, onMessage: () => void): () => void {
  const listener = (event: MessageEvent) => {
    if (!isFrom(event, frame.contentWindow)) return;
    event.stopImmediatePropagation();
    onMessage();
  };
  // In the capture phase, before other listeners, which could access the data and so deserialize it.
  window.addEventListener('message', listener, { capture: true });
  return () => window.removeEventListener('message', listener, { capture: true });
}

/** Whether it came from the frame, from a nested frame, or from a removed frame with an opaque origin. */
function isFrom({ source, origin }: MessageEvent, frame: Window | null): boolean {
  let sender = source as Window | null;
  if (sender === null || !('parent' in sender)) return source === null && origin === 'null';
  // A frame that was removed has no parent.
  if (sender.parent === null) return origin === 'null';
  while (sender !== sender.parent) {
    if (sender === frame) return true;
    sender = sender.parent;
  }
  return false;
}
