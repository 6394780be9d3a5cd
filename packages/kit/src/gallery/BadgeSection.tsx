import { Avatar, Badge } from '@host/kit';

import { PICTURE } from './picture.ts';
import { Row, Section } from './Section.tsx';

export function BadgeSection() {
  return (
    <Section title="Badges and avatars">
      <Row>
        <Badge title="Draft" />
        <Badge title="On its way" tone="primary" />
        <Badge title="Delivered" tone="success" />
        <Badge title="Delayed" tone="warning" />
        <Badge title="Lost" tone="danger" />
      </Row>
      <Row>
        <Badge count={3} label="3 in the basket" />
        <Badge count={12} label="12 new offers" tone="primary" />
        <Badge count={128} label="128 new messages" tone="danger" />
      </Row>
      <Row>
        <Avatar name="Grace Hopper" size="large" uri={PICTURE} />
        <Avatar name="Ada Lovelace" size="large" />
        <Avatar name="Alan Turing" />
        <Avatar name="Katherine Johnson" />
        <Avatar name="Linus" size="small" />
      </Row>
    </Section>
  );
}
