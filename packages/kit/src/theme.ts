/** The theme without components, and without React Native, for tests and scripts of a host. */
export { darkTheme } from './theme/darkTheme.ts';
export { type ContrastProblem, findContrastProblems } from './theme/findContrastProblems.ts';
export { lightTheme } from './theme/lightTheme.ts';
export { type ThemeEnvironment, resolveTheme } from './theme/resolveTheme.ts';
export type { Theme, ThemeColors, ThemeOverrides } from './theme/Theme.types.ts';
