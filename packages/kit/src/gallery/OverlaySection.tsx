import { Button, Card, Input, ListItem, Modal, Sheet, Text } from '@host/kit';
import { useState } from 'react';

import { Section } from './Section.tsx';

const ORDERS = ['Newest first', 'Cheapest first', 'Nearest first'];

export function OverlaySection() {
  const [open, setOpen] = useState<'sheet' | 'modal'>();
  const [order, setOrder] = useState(ORDERS[0]);
  const close = () => setOpen(undefined);
  return (
    <Section title="Sheets and dialogs">
      <Button title="Open a sheet" variant="secondary" onPress={() => setOpen('sheet')} />
      <Button title="Open a dialog" variant="secondary" onPress={() => setOpen('modal')} />
      <Sheet isOpen={open === 'sheet'} onClose={close} title="Sort by">
        <Card padded={false}>
          {ORDERS.map((each) => (
            <ListItem
              key={each}
              title={each}
              selected={each === order}
              onPress={() => setOrder(each)}
            />
          ))}
        </Card>
        <Button title="Done" onPress={close} />
      </Sheet>
      <Modal
        isOpen={open === 'modal'}
        onClose={close}
        title="Cancel this order?"
        actions={
          <>
            <Button title="Cancel the order" variant="danger" onPress={close} />
            <Button title="Keep it" variant="secondary" onPress={close} />
          </>
        }
      >
        <Text muted>You get your money back soon.</Text>
        <Input label="Why?" placeholder="You need not say" />
      </Modal>
    </Section>
  );
}
