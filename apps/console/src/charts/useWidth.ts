import { type RefObject, useLayoutEffect, useState } from 'react';

const USUAL_WIDTH = 720;

/** How wide an element is, in pixels: what is drawn to fit keeps its text readable. */
export function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(current.clientWidth, 240)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
