import { Avatar, Badge, Card, Icon, ListItem, Text } from '@host/kit';

import { Section } from './Section.tsx';

const nothing = () => {};

export function ListSection() {
  return (
    <Section title="Cards and rows">
      <Card>
        <Text variant="heading">Espresso machine</Text>
        <Text muted>Arrives tomorrow between 9 and 12</Text>
        <Badge title="On its way" tone="primary" />
      </Card>
      <Card onPress={nothing}>
        <Text variant="label">Receipt of 12 May</Text>
        <Text muted>The whole card can be pressed</Text>
      </Card>
      <Card padded={false}>
        <ListItem
          title="Ada Lovelace"
          subtitle="Your parcel is at the door"
          leading={<Avatar name="Ada Lovelace" />}
          trailing={<Badge count={2} label="2 new messages" tone="danger" />}
          onPress={nothing}
        />
        <ListItem
          title="Notifications"
          leading={<Icon name="bell" />}
          trailing={<Text muted>On</Text>}
          onPress={nothing}
        />
        <ListItem title="Newest first" selected onPress={nothing} />
        <ListItem title="Cheapest first" selected={false} onPress={nothing} />
        <ListItem title="Gift cards" subtitle="Not in your country" disabled onPress={nothing} />
        <ListItem title="Version" trailing={<Text muted>1.4.2</Text>} />
      </Card>
    </Section>
  );
}
