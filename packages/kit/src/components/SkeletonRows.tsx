import { View } from 'react-native';

import { useTheme } from '../theme/useTheme.ts';
import { Skeleton } from './Skeleton.tsx';

const WIDTHS = ['72%', '54%', '64%', '48%', '68%', '58%'] as const;

/** Placeholders for the rows of a list. */
export function SkeletonRows({ label }: { label: string }) {
  const { colors, space } = useTheme();
  return (
    <View accessible role="progressbar" aria-label={label} aria-busy style={{ flex: 1 }}>
      {WIDTHS.map((width) => (
        <View
          key={width}
          style={{
            minHeight: 60,
            justifyContent: 'center',
            gap: space(2),
            paddingHorizontal: space(4),
            borderBottomWidth: 1,
            borderColor: colors.border,
            backgroundColor: colors.surface,
          }}
        >
          <Skeleton width={width} height={14} />
          <Skeleton width="32%" height={10} />
        </View>
      ))}
    </View>
  );
}
