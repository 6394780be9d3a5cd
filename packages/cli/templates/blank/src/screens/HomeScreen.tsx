import { EmptyState, Header, Screen } from '@host/kit';

export function HomeScreen() {
  return (
    <Screen header={<Header title="Sample" />}>
      <EmptyState
        title="Ready when you are"
        message="Change src/screens/HomeScreen.tsx and save: it is here at once."
      />
    </Screen>
  );
}
