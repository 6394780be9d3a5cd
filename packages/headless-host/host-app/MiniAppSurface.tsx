import { ToastProvider } from '@host/kit';
import { NavigationContainer } from '@react-navigation/native';
import { createNativeStackNavigator } from '@react-navigation/native-stack';
import type { LoadedProps } from '@host/host-runtime';
import type { ComponentType } from 'react';

/** Called with errors of a mini-app. */
export type OnError = (error: unknown, componentStack: string) => void;

/** Renders a mini-app as a host does: on a screen of the host's own navigation. */
export function createSurface(Loaded: ComponentType<LoadedProps>, onError: OnError): ComponentType {
  const Stack = createNativeStackNavigator();
  const MiniApp = () => (
    <Loaded onRendered={() => {}} onCrash={(error, stack) => onError(error, stack ?? '')} />
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
