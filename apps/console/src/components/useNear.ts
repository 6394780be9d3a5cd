import { type RefObject, useEffect, useRef } from 'react';

/** How far below what is seen the end of a list may be when more of it is loaded: it is there before one scrolls to it. */
const NEAR = '0px 0px 800px 0px';

/**
 * Calls something whenever an element is near what is seen, and again after each change of `round`, while it still is. Nothing
 * is called while `isOn` is false.
 */
export function useNear<Element extends HTMLElement>(
  onNear: () => void,
  { isOn, round }: { isOn: boolean; round: unknown },
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const call = useRef(onNear);
  useEffect(() => {
    call.current = onNear;
  });
  useEffect(() => {
    const { current } = element;
    if (!isOn || !current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)!.isIntersecting) call.current();
      },
      { rootMargin: NEAR },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isOn, round]);
  return element;
}
