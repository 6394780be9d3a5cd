import { Card, Text } from '@host/kit';

import { Section } from './Section.tsx';

export function TextSection() {
  return (
    <Section title="Text">
      <Card>
        <Text variant="title">Good morning, Ada</Text>
        <Text variant="heading">Two parcels are on their way</Text>
        <Text>The coffee arrives today before noon. The mill follows tomorrow.</Text>
        <Text variant="label">Delivery window</Text>
        <Text variant="caption" muted>
          Updated a minute ago
        </Text>
        <Text tone="success">Paid</Text>
        <Text tone="warning">Waiting for you to answer</Text>
        <Text tone="danger">The card was declined</Text>
      </Card>
    </Section>
  );
}
