import { Text, useTheme } from '@host/kit';
import { View } from 'react-native';

import { BRAND } from '../theme/brand.ts';

/** The brand's logo, drawn with views: an H whose bar is a horizon. */
function BrandMark({ size = 32 }: { size?: number }) {
  const { colors } = useTheme();
  const stroke = size * 0.14;
  const post = { width: stroke, height: size * 0.52, borderRadius: stroke } as const;
  return (
    <View
      aria-hidden
      style={{
        width: size,
        height: size,
        flexDirection: 'row',
        alignItems: 'center',
        justifyContent: 'center',
        gap: size * 0.2,
        borderRadius: size * 0.28,
        backgroundColor: colors.primary,
      }}
    >
      <View style={[post, { backgroundColor: colors.onPrimary }]} />
      <View
        style={{
          position: 'absolute',
          width: size * 0.34,
          height: stroke,
          borderRadius: stroke,
          backgroundColor: colors.onPrimary,
        }}
      />
      <View style={[post, { backgroundColor: colors.onPrimary }]} />
    </View>
  );
}

/** The logo and the name of the brand. */
export function BrandName() {
  const { space } = useTheme();
  return (
    <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(3) }}>
      <BrandMark />
      <Text style={{ fontSize: 20, lineHeight: 26, fontWeight: '700', letterSpacing: -0.4 }}>
        {BRAND.name}
      </Text>
    </View>
  );
}
