/** The colours that components are drawn with. The colour of text on another colour is called `on…`. */
export interface ThemeColors {
  /** Behind everything. */
  background: string;
  /** Cards, rows, inputs and headers. */
  surface: string;
  /** A row that is pressed, hovered or selected, and what is drawn while something loads. */
  surfaceActive: string;
  /** Sheets and dialogs, which lie above the rest. */
  surfaceRaised: string;
  text: string;
  textMuted: string;
  /** Lines that divide; they carry no meaning, so they may be faint. */
  border: string;
  /** The outline of what can be operated. */
  control: string;
  /** The ring around what the keyboard has reached. */
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

/** Everything that components are drawn with. */
export interface Theme {
  isDark: boolean;
  colors: ThemeColors;
  /** Distances in steps of four points: `space(4)` is 16. */
  space: (steps: number) => number;
  radii: ThemeRadii;
  typography: Record<TextVariant, TextStyleTokens>;
  /** Undefined for the font of the system. */
  fontFamily: string | undefined;
  /** What text sizes are multiplied with in a browser; ios and android scale text themselves. */
  textScale: number;
  direction: Direction;
}

/** What a host or a mini-app changes of a theme; everything may be left out. */
export interface ThemeOverrides {
  /** Left out, the setting of the device decides. */
  isDark?: boolean;
  /** Colours of both schemes. */
  colors?: Partial<ThemeColors>;
  /** Colours of one scheme; they win over `colors`. */
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
