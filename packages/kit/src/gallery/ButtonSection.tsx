import { Button, IconButton } from '@host/kit';

import { Row, Section } from './Section.tsx';

const nothing = () => {};

export function ButtonSection() {
  return (
    <Section title="Buttons">
      <Button title="Order now" onPress={nothing} />
      <Button title="Add to the basket" icon="bag" variant="secondary" onPress={nothing} />
      <Button title="Delete the account" icon="trash" variant="danger" onPress={nothing} />
      <Button title="Paying" loading onPress={nothing} />
      <Button title="Sold out" disabled onPress={nothing} />
      <Row>
        <Button title="Filter" icon="settings" size="small" variant="secondary" onPress={nothing} />
        <Button title="Apply" size="small" onPress={nothing} />
        <Button title="Not now" size="small" variant="plain" onPress={nothing} />
      </Row>
      <Row>
        <IconButton icon="share" label="Share" onPress={nothing} />
        <IconButton icon="star" label="Remember" onPress={nothing} />
        <IconButton icon="more" label="More" disabled onPress={nothing} />
      </Row>
    </Section>
  );
}
