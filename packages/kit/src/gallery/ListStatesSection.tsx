import { Badge, Button, Card, EmptyState, List, ListItem } from '@host/kit';
import { useState } from 'react';
import { View } from 'react-native';

import { Row, Section } from './Section.tsx';

interface Order {
  id: string;
  title: string;
}

const ORDERS: Order[] = Array.from({ length: 200 }, (_, index) => ({
  id: String(index + 1),
  title: `Order ${index + 1}`,
}));

const STATES = ['Ready', 'Empty', 'Loading', 'Failed'] as const;

export function ListStatesSection() {
  const [state, setState] = useState<(typeof STATES)[number]>('Ready');
  const [refreshes, setRefreshes] = useState(0);
  return (
    <Section title="List">
      <Row>
        {STATES.map((name) => (
          <Button
            key={name}
            title={name}
            size="small"
            variant={name === state ? 'primary' : 'secondary'}
            onPress={() => setState(name)}
          />
        ))}
      </Row>
      <Card padded={false}>
        <View style={{ height: 360 }}>
          <List
            label="Orders"
            items={state === 'Loading' ? undefined : state === 'Empty' ? [] : ORDERS}
            keyOf={({ id }) => id}
            renderItem={({ title, id }) => (
              <ListItem
                title={title}
                subtitle={`Bought in week ${Math.ceil(Number(id) / 4)}`}
                trailing={refreshes > 0 ? <Badge title="Fresh" tone="success" /> : undefined}
                onPress={() => {}}
              />
            )}
            error={state === 'Failed' ? 'Your orders could not be loaded.' : undefined}
            onRetry={() => setState('Ready')}
            onRefresh={() => setRefreshes(refreshes + 1)}
            empty={<EmptyState icon="bag" title="No orders yet" />}
          />
        </View>
      </Card>
    </Section>
  );
}
