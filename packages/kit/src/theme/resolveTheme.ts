import { readableOn } from './contrast.ts';
import { darkTheme } from './darkTheme.ts';
import { lightTheme } from './lightTheme.ts';
import type { Direction, Theme, ThemeColors, ThemeOverrides } from './Theme.types.ts';

/** The device's settings. */
export interface ThemeEnvironment {
  isDark: boolean;
  textScale?: number;
  direction?: Direction;
}

/**
 * The theme of a device with the changes of a host, and then of a mini-app; later ones win. If a colour is changed but not
 * the text colour on it, black or white is used.
 *
 * @example
 * const theme = resolveTheme({ isDark: true }, { colors: { primary: '#ffd400' } });
 */
export function resolveTheme(
  { isDark: deviceIsDark, ...environment }: ThemeEnvironment,
  ...changes: (ThemeOverrides | undefined)[]
): Theme {
  const given = changes.filter((change) => change !== undefined);
  const isDark = given.reduce((before, change) => change.isDark ?? before, deviceIsDark);
  const start: Theme = { ...(isDark ? darkTheme : lightTheme), ...withoutUndefined(environment) };
  return given.reduce(applyOverrides, { ...start, isDark });
}

function applyOverrides(theme: Theme, overrides: ThemeOverrides): Theme {
  const { colors, light, dark, radii, typography, ...rest } = overrides;
  const changed = withoutUndefined({ ...colors, ...(theme.isDark ? dark : light) });
  return {
    ...theme,
    ...withoutUndefined(rest),
    isDark: theme.isDark,
    colors: { ...theme.colors, ...readableColors(changed), ...changed },
    radii: { ...theme.radii, ...withoutUndefined(radii ?? {}) },
    typography: {
      title: { ...theme.typography.title, ...typography?.title },
      heading: { ...theme.typography.heading, ...typography?.heading },
      body: { ...theme.typography.body, ...typography?.body },
      label: { ...theme.typography.label, ...typography?.label },
      caption: { ...theme.typography.caption, ...typography?.caption },
    },
  };
}

/** The text colours for changed colours. */
function readableColors(changed: Partial<ThemeColors>): Partial<ThemeColors> {
  const { primary, success, warning, danger } = changed;
  return {
    // The focus ring uses the primary colour as well.
    ...(primary !== undefined && { onPrimary: readableOn(primary), focus: primary }),
    ...(success !== undefined && { onSuccess: readableOn(success) }),
    ...(warning !== undefined && { onWarning: readableOn(warning) }),
    ...(danger !== undefined && { onDanger: readableOn(danger) }),
  };
}

function withoutUndefined<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}
