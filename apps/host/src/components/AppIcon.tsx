import { Text, useTheme } from '@host/kit';
import { useState } from 'react';
import { Image, View } from 'react-native';

interface AppIconProps {
  name: string;
  uri?: string | undefined;
  /** Width and height in points. */
  size?: number;
}

/** The icon of a mini-app; the first letter of its name if there is none or it fails to load. */
export function AppIcon({ name, uri, size = 56 }: AppIconProps) {
  const { colors } = useTheme();
  const [failedUri, setFailedUri] = useState<string>();
  const hasPicture = uri !== undefined && uri !== failedUri;
  return (
    <View
      aria-hidden
      style={{
        width: size,
        height: size,
        alignItems: 'center',
        justifyContent: 'center',
        borderRadius: size * 0.26,
        backgroundColor: hasPicture ? 'transparent' : colors.primarySoft,
        overflow: 'hidden',
      }}
    >
      {hasPicture ? (
        <Image
          source={{ uri }}
          onError={() => setFailedUri(uri)}
          style={{ width: size, height: size }}
        />
      ) : (
        <Text
          allowFontScaling={false}
          style={{
            color: colors.onPrimarySoft,
            fontSize: size * 0.42,
            lineHeight: size * 0.56,
            fontWeight: '700',
          }}
        >
          {name.slice(0, 1).toUpperCase()}
        </Text>
      )}
    </View>
  );
}
