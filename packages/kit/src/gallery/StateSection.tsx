import { Button, Card, EmptyState, ErrorState } from '@host/kit';

import { Section } from './Section.tsx';

const nothing = () => {};

export function StateSection() {
  return (
    <Section title="Nothing, and failures">
      <Card>
        <EmptyState
          icon="bag"
          title="No orders yet"
          message="What you order shows up here, from the first click to your door."
          action={<Button title="Look around" onPress={nothing} />}
        />
      </Card>
      <Card>
        <ErrorState message="Your orders could not be loaded." onRetry={nothing} />
      </Card>
    </Section>
  );
}
