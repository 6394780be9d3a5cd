import {
  NavigationContainer as ReactNavigationContainer,
  NavigationIndependentTree,
} from '@react-navigation/native';
import type { ComponentProps } from 'react';

import { useNavigationTheme } from './useNavigationTheme.ts';

/** The props of {@link NavigationContainer}: those of React Navigation's, and this. */
export type NavigationContainerProps = ComponentProps<typeof ReactNavigationContainer> & {
  /** Set it in a mini-app, so that its navigation does not interfere with the host's. */
  independent?: boolean;
};

/**
 * The navigation of a mini-app, in the colours of the theme. React Navigation 7 has removed `independent`, which this adds
 * again.
 *
 * @example
 * <NavigationContainer independent>
 *   <Stack.Navigator>…</Stack.Navigator>
 * </NavigationContainer>
 */
export function NavigationContainer({ independent = false, ...rest }: NavigationContainerProps) {
  const theme = useNavigationTheme();
  // The title of the page belongs to the host.
  const container = (
    <ReactNavigationContainer theme={theme} documentTitle={{ enabled: !independent }} {...rest} />
  );
  return independent ? (
    <NavigationIndependentTree>{container}</NavigationIndependentTree>
  ) : (
    container
  );
}
