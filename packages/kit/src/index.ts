export { Avatar, type AvatarProps } from './components/Avatar.tsx';
export { Badge, type BadgeProps } from './components/Badge.tsx';
export { Button, type ButtonProps } from './components/Button.tsx';
export { Card, type CardProps } from './components/Card.tsx';
export { EmptyState, type EmptyStateProps } from './components/EmptyState.tsx';
export { ErrorState, type ErrorStateProps } from './components/ErrorState.tsx';
export { Header, type HeaderAction, type HeaderProps } from './components/Header.tsx';
export { IconButton, type IconButtonProps } from './components/IconButton.tsx';
export { Input, type InputProps } from './components/Input.tsx';
export { List, type ListProps } from './components/List.tsx';
export { ListItem, type ListItemProps } from './components/ListItem.tsx';
export { Screen, type ScreenProps } from './components/Screen.tsx';
export { Skeleton, type SkeletonProps } from './components/Skeleton.tsx';
export { Spinner, type SpinnerProps } from './components/Spinner.tsx';
export { Switch, type SwitchProps } from './components/Switch.tsx';
export { Text, type TextProps } from './components/Text.tsx';
export { Icon, type IconProps } from './icon/Icon.tsx';
export { type IconName, iconNames } from './icon/icons.ts';
export {
  NavigationContainer,
  type NavigationContainerProps,
} from './navigation/NavigationContainer.tsx';
export { Modal, type ModalProps } from './overlay/Modal.tsx';
export { Sheet, type SheetProps } from './overlay/Sheet.tsx';
export { useReducedMotion } from './platform/useReducedMotion.ts';
export { darkTheme } from './theme/darkTheme.ts';
export { type ContrastProblem, findContrastProblems } from './theme/findContrastProblems.ts';
export { lightTheme } from './theme/lightTheme.ts';
export { type ThemeEnvironment, resolveTheme } from './theme/resolveTheme.ts';
export type {
  Direction,
  TextStyleTokens,
  TextVariant,
  Theme,
  ThemeColors,
  ThemeOverrides,
  ThemeRadii,
} from './theme/Theme.types.ts';
export { ThemeProvider, type ThemeProviderProps } from './theme/ThemeProvider.tsx';
export { useTheme } from './theme/useTheme.ts';
export { ToastProvider, type ToastProviderProps } from './toast/ToastProvider.tsx';
export type { ToastApi, ToastOptions } from './toast/ToastQueue.types.ts';
export { useToast } from './toast/useToast.ts';
