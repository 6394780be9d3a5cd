/** How often in a row a frame that is not shown has the focus before it is over: once, something may have put it back there. */
const MAX_TIMES = 3;
/** Two times are in a row when there is no more between them. */
const IN_A_ROW_MS = 1000;

/**
 * Keeps the focus away from a frame while it is not shown. Whatever has the focus hears the keys that a person presses, and a
 * frame can take it at any time: from a field of the host, without a touch, and while nothing of it is on the screen. No
 * attribute and no policy of browsers prevents that. So what it took is given back at once, and a frame that goes on is over.
 */
export function guardFocus(
  frame: HTMLIFrameElement,
  isShown: () => boolean,
  onTaken: () => void,
): () => void {
  let times = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let last: HTMLElement | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target !== frame) last = target;
  };
  const look = () => {
    const isSeen = isShown() && frame.getClientRects().length > 0;
    if (document.activeElement !== frame || isSeen) return;
    const now = performance.now();
    times = now - lastAt <= IN_A_ROW_MS ? times + 1 : 1;
    lastAt = now;
    if (times < MAX_TIMES) frame.blur();
    else onTaken();
    last?.focus({ preventScroll: true });
  };
  // Who has the focus instead is known a moment later.
  const onBlur = () => void setTimeout(look);
  window.addEventListener('focusin', remember);
  window.addEventListener('blur', onBlur);
  return () => {
    window.removeEventListener('focusin', remember);
    window.removeEventListener('blur', onBlur);
  };
}
