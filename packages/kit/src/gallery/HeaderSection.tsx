import { Card, Header } from '@host/kit';

import { Section } from './Section.tsx';

const nothing = () => {};

export function HeaderSection() {
  return (
    <Section title="Headers">
      <Card padded={false}>
        <Header title="Your orders" />
      </Card>
      <Card padded={false}>
        <Header
          title="Espresso machine"
          subtitle="Order 7"
          onBack={nothing}
          actions={[
            { icon: 'share', label: 'Share the order', onPress: nothing },
            { icon: 'more', label: 'More about the order', onPress: nothing },
          ]}
        />
      </Card>
    </Section>
  );
}
