import { HeaderBackContext } from '@react-navigation/elements';
import { NavigationIndependentTree } from '@react-navigation/native';
import { Component, type ComponentType, type ErrorInfo, type ReactNode, useEffect } from 'react';

import type { LoadedProps } from '../ports/MiniAppLoader.types.ts';

/**
 * Isolates a mini-app's root component from its host: separate from the host's navigation, without the back arrow of the
 * host's header, and in an error boundary.
 */
export function mountable(App: ComponentType): ComponentType<LoadedProps> {
  return function Mounted({ onRendered, onCrash }) {
    return (
      <Boundary onCrash={onCrash}>
        <NavigationIndependentTree>
          <HeaderBackContext.Provider value={undefined}>
            <App />
            <Rendered onRendered={onRendered} />
          </HeaderBackContext.Provider>
        </NavigationIndependentTree>
      </Boundary>
    );
  };
}

/** Rendered after the mini-app, so that its effect runs once the mini-app's own effects have run without throwing. */
function Rendered({ onRendered }: { onRendered: () => void }) {
  useEffect(onRendered, [onRendered]);
  return null;
}

class Boundary extends Component<Pick<LoadedProps, 'onCrash'> & { children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.props.onCrash(error, componentStack ?? '');
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
