/** How often a frame that is not shown may have had the focus: once it may be that something gave it back where it was. */
const MOST_TIMES = 3;

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
  let last: HTMLElement | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target !== frame) last = target;
  };
  const look = () => {
    const isSeen = isShown() && frame.getClientRects().length > 0;
    if (document.activeElement !== frame || isSeen) return;
    times++;
    if (times < MOST_TIMES) frame.blur();
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
