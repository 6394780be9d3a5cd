/**
 * Listens to what a frame sends to the window of the host, past its port. Nothing that belongs here comes that way, so that
 * the first message tells; what is in it is never looked at, since a browser only takes it apart for who looks.
 */
export function guardWindow(frame: HTMLIFrameElement, onMessage: () => void): () => void {
  const listener = (event: MessageEvent) => {
    if (!isFrom(event, frame.contentWindow)) return;
    event.stopImmediatePropagation();
    onMessage();
  };
  // Before all others: a listener that looks at the message would have it taken apart.
  window.addEventListener('message', listener, { capture: true });
  return () => window.removeEventListener('message', listener, { capture: true });
}

/** Whether it came from the frame, from a frame inside of it, or from one without an origin that is gone already. */
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
