import { type ReactNode, useEffect, useRef, useState } from 'react';

/** How far from what is seen rows are put into the page: as far as one scrolls until they are drawn. */
const NEAR = '800px 0px';

/** How high rows are that were not drawn yet; what is drawn says it for those that come. */
export interface RowHeight {
  usual: number;
}

interface RowBlockProps {
  /** How many rows it has. */
  count: number;
  columns: number;
  rowHeight: RowHeight;
  isFirst: boolean;
  children: () => ReactNode;
}

/** Some rows of a long table: in the page while they are near what is seen, otherwise the room that they take. */
export function RowBlock({ count, columns, rowHeight, isFirst, children }: RowBlockProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [isNear, setNear] = useState(isFirst);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const { current } = body;
    if (!current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const isSeen = entries.at(-1)!.isIntersecting;
        // Whoever is in a row with the keyboard stays there.
        if (!isSeen && current.contains(document.activeElement)) return;
        if (!isSeen && current.rows.length > 1) {
          rowHeight.usual = current.offsetHeight / current.rows.length;
          setHeight(current.offsetHeight);
        }
        setNear(isSeen);
      },
      { rootMargin: NEAR },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [rowHeight]);
  return (
    <tbody ref={body}>
      {isNear ? (
        children()
      ) : (
        <tr aria-hidden="true">
          <td colSpan={columns} style={{ height: height ?? count * rowHeight.usual }} />
        </tr>
      )}
    </tbody>
  );
}
