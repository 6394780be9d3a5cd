import { defineMessages } from '@host/contracts/messages';

/** Messages of the host's own order and offer pages. */
export const ITEMS = defineMessages('items', {
  title: '{kind, select, order {Order {id}} other {Offer {id}}}',
  status: '{kind, select, order {On its way to you.} other {Valid while stocks last.}}',
  signIn: '{kind, select, order {Sign in to see this order} other {Sign in to see this offer}}',
  failed:
    '{kind, select, order {This order could not be loaded.} other {This offer could not be loaded.}}',
  missing: '{kind, select, order {There is no order {id}} other {There is no offer {id}}}',
  open: '{kind, select, order {Open this order} other {Open this offer}}',
});
