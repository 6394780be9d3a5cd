import { useWindowDimensions } from 'react-native';

/** The responsive layout: one column, plus a side bar, plus a details panel. */
export interface Layout {
  /** There is room for a side bar. */
  isWide: boolean;
  /** There is also room for details beside an open mini-app. */
  isVeryWide: boolean;
  /** How many columns of tiles fit. */
  columns: 1 | 2 | 3;
}

const WIDE_FROM = 900;
const VERY_WIDE_FROM = 1240;

export function useLayout(): Layout {
  const { width } = useWindowDimensions();
  const isWide = width >= WIDE_FROM;
  const isVeryWide = width >= VERY_WIDE_FROM;
  return { isWide, isVeryWide, columns: isVeryWide ? 3 : width >= 600 ? 2 : 1 };
}
