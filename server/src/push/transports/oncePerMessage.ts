import type { OutgoingMessage } from './Transport.types.ts';

/**
 * Renders a message once for all the devices that it goes to one after the other: nobody changes a message on its way.
 * Only the last one is remembered, which costs nothing where every message goes to one device.
 */
export function oncePerMessage<Rendered>(
  render: (message: OutgoingMessage) => Rendered,
): (message: OutgoingMessage) => Rendered {
  let last: { message: OutgoingMessage; rendered: Rendered } | undefined;
  return (message) => {
    if (last?.message !== message) last = { message, rendered: render(message) };
    return last.rendered;
  };
}
