import { useState } from 'react';
import { Image, View } from 'react-native';

import { useTheme } from '../theme/useTheme.ts';
import { choiceFor, initialsOf } from './initialsOf.ts';
import { Text } from './Text.tsx';

/** The props of {@link Avatar}. */
export interface AvatarProps {
  /** The person's name, which screen readers say, and from which the initials are derived. */
  name: string;
  /** The URL of the picture. Without one, or if it does not load, initials are shown. */
  uri?: string | undefined;
  size?: 'small' | 'medium' | 'large';
}

const SIZES = { small: 32, medium: 44, large: 72 };
const LETTERS = { small: 13, medium: 16, large: 26 };

/**
 * The picture of a person, or their initials.
 *
 * @example
 * <Avatar name="Ada Lovelace" uri={user.pictureUrl} />
 */
export function Avatar({ name, uri, size = 'medium' }: AvatarProps) {
  const { colors, radii } = useTheme();
  const [failedUri, setFailedUri] = useState<string>();
  const tones = [
    [colors.primarySoft, colors.onPrimarySoft],
    [colors.successSoft, colors.onSuccessSoft],
    [colors.warningSoft, colors.onWarningSoft],
    [colors.dangerSoft, colors.onDangerSoft],
  ] as const;
  const [background, color] = tones[choiceFor(name, tones.length)] ?? tones[0];
  const side = SIZES[size];
  return (
    <View
      accessible
      role="img"
      aria-label={name}
      style={{
        alignItems: 'center',
        justifyContent: 'center',
        width: side,
        height: side,
        borderRadius: radii.full,
        backgroundColor: background,
        overflow: 'hidden',
      }}
    >
      {uri === undefined || uri === failedUri ? (
        <Text
          aria-hidden
          // Scaled text would not fit into the circle.
          allowFontScaling={false}
          style={{
            color,
            fontSize: LETTERS[size],
            lineHeight: LETTERS[size] * 1.3,
            fontWeight: '600',
          }}
        >
          {initialsOf(name)}
        </Text>
      ) : (
        <Image
          source={{ uri }}
          onError={() => setFailedUri(uri)}
          style={{ width: side, height: side }}
          aria-hidden
        />
      )}
    </View>
  );
}
