import { ToastProvider } from '@host/kit';
import { NavigationContainer } from '@react-navigation/native';
import { createNativeStackNavigator } from '@react-navigation/native-stack';
import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';

type OnError = (error: unknown, componentStack: string) => void;

/** Puts a mini-app where a host shows it: on a screen of the host's own navigation. */
export function createSurface(App: ComponentType, onError: OnError): ComponentType {
  const Stack = createNativeStackNavigator();
  const MiniApp = () => (
    <Boundary onError={onError}>
      <App />
    </Boundary>
  );
  return function Surface() {
    return (
      <ToastProvider>
        <NavigationContainer>
          <Stack.Navigator screenOptions={{ headerShown: false }}>
            <Stack.Screen name="mini-app" component={MiniApp} />
          </Stack.Navigator>
        </NavigationContainer>
      </ToastProvider>
    );
  };
}

/** Keeps the host alive when a mini-app throws while it renders. */
class Boundary extends Component<
  { onError: OnError; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.props.onError(error, componentStack ?? '');
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
