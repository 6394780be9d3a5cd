/** The colours of components. The text colour on a colour is called `on…`. */
export interface ThemeColors {
  /** Behind everything. */
  background: string;
  /** Cards, rows, inputs and headers. */
  surface: string;
  /** Pressed, hovered or selected rows, and skeletons. */
  surfaceActive: string;
  /** Sheets and dialogs, which are above the rest. */
  surfaceRaised: string;
  text: string;
  textMuted: string;
  /** Decorative dividers, which may be faint. */
  border: string;
  /** The outline of controls. */
  control: string;
  /** The keyboard focus ring. */
  focus: string;
  /** Dims what is behind a sheet or a dialog. */
  scrim: string;
  primary: string;
  onPrimary: string;
  primarySoft: string;
  onPrimarySoft: string;
  success: string;
  onSuccess: string;
  successSoft: string;
  onSuccessSoft: string;
  warning: string;
  onWarning: string;
  warningSoft: string;
  onWarningSoft: string;
  danger: string;
  onDanger: string;
  dangerSoft: string;
  onDangerSoft: string;
}

/** How rounded corners are, in points. */
export interface ThemeRadii {
  small: number;
  medium: number;
  large: number;
  /** Half of any height: a capsule. */
  full: number;
}

/** The kinds of text. */
export type TextVariant = 'title' | 'heading' | 'body' | 'label' | 'caption';

/** Size, weight and leading of a kind of text. */
export interface TextStyleTokens {
  fontSize: number;
  lineHeight: number;
  fontWeight: '400' | '500' | '600' | '700';
  letterSpacing?: number;
}

/** The way a language is written. */
export type Direction = 'ltr' | 'rtl';

/** The design tokens of components. */
export interface Theme {
  isDark: boolean;
  colors: ThemeColors;
  /** Distances in steps of four points: `space(4)` is 16. */
  space: (steps: number) => number;
  radii: ThemeRadii;
  typography: Record<TextVariant, TextStyleTokens>;
  /** Undefined for the font of the system. */
  fontFamily: string | undefined;
  /** The factor for text sizes in a browser; ios and android scale text themselves. */
  textScale: number;
  direction: Direction;
}

/** A host's or mini-app's changes of a theme; everything is optional. */
export interface ThemeOverrides {
  /** By default, the device's setting. */
  isDark?: boolean;
  /** Colours of both schemes. */
  colors?: Partial<ThemeColors>;
  /** Colours of one scheme, which take precedence over `colors`. */
  light?: Partial<ThemeColors>;
  dark?: Partial<ThemeColors>;
  space?: (steps: number) => number;
  radii?: Partial<ThemeRadii>;
  typography?: { [Variant in TextVariant]?: Partial<TextStyleTokens> };
  fontFamily?: string | undefined;
  textScale?: number;
  /** In a browser; on ios and android the system decides. */
  direction?: Direction;
}
