/** How often in a row a hidden frame may take the focus before it is ended: once can be an accident. */
const MAX_TIMES = 3;
/** The maximal time between two such attempts that count as in a row. */
const IN_A_ROW_MS = 1000;

/**
 * Keeps the focus away from a hidden frame. The focused document receives key presses, and a frame can take the focus at any
 * time: from a field of the host, without user activation, and while it is not visible. No attribute or policy prevents that.
 * So the focus is restored at once, and a frame that persists is ended.
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
  // The newly focused element is only known after the event.
  const onBlur = () => void setTimeout(look);
  window.addEventListener('focusin', remember);
  window.addEventListener('blur', onBlur);
  return () => {
    window.removeEventListener('focusin', remember);
    window.removeEventListener('blur', onBlur);
  };
}
