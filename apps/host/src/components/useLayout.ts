import { useWindowDimensions } from 'react-native';

/** How much room there is: one column, or a side bar beside the content, or details beside that. */
export interface Layout {
  /** A side bar fits. */
  isWide: boolean;
  /** Details fit beside an open mini-app, too. */
  isVeryWide: boolean;
  /** How many tiles fit next to each other. */
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
