import { type RefObject, useLayoutEffect, useState } from 'react';

/** The widths of a table whose columns keep theirs while other rows are drawn, in pixels. */
interface FixedWidths {
  table: number;
  columns: readonly number[];
}

/** Measures a table as its first rows make it, and again when there is more or less room. Undefined until then. */
export function useFixedWidths(
  table: RefObject<HTMLTableElement | null>,
  isFixed: boolean,
): FixedWidths | undefined {
  const [widths, setWidths] = useState<FixedWidths>();
  useLayoutEffect(() => {
    const { current } = table;
    if (!isFixed || widths || !current || current.offsetWidth === 0) return;
    const headings = Array.from(current.tHead?.rows[0]?.cells ?? []);
    setWidths({
      table: current.offsetWidth,
      columns: headings.map(({ offsetWidth }) => offsetWidth),
    });
  }, [table, isFixed, widths]);
  useLayoutEffect(() => {
    const room = table.current?.parentElement;
    if (!isFixed || !room) return undefined;
    let before: number | undefined;
    const observer = new ResizeObserver(() => {
      if (before !== undefined && before !== room.clientWidth) setWidths(undefined);
      before = room.clientWidth;
    });
    observer.observe(room);
    return () => observer.disconnect();
  }, [table, isFixed]);
  return isFixed ? widths : undefined;
}
