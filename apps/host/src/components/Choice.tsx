import { Text, useTheme } from '@host/kit';
import { Pressable, View } from 'react-native';

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; title: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Selects one of a few options that are all visible. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, onChange } = props;
  const { colors, radii, space } = useTheme();
  return (
    <View
      role="radiogroup"
      aria-label={label}
      style={{
        flexDirection: 'row',
        gap: space(1),
        padding: space(1),
        borderRadius: radii.medium,
        backgroundColor: colors.surfaceActive,
      }}
    >
      {options.map((option) => {
        const isChosen = option.value === value;
        return (
          <Pressable
            key={option.value}
            role="radio"
            aria-checked={isChosen}
            aria-label={option.title}
            onPress={() => onChange(option.value)}
            style={{
              flex: 1,
              minHeight: 44,
              alignItems: 'center',
              justifyContent: 'center',
              borderRadius: radii.small,
              backgroundColor: isChosen ? colors.surface : 'transparent',
            }}
          >
            <Text variant="label" tone={isChosen ? 'primary' : undefined} muted={!isChosen}>
              {option.title}
            </Text>
          </Pressable>
        );
      })}
    </View>
  );
}
