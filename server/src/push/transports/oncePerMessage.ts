import type { OutgoingMessage } from './Transport.types.ts';

/**
 * Renders a message once for all the devices that it is sent to in succession, which is safe, as messages are immutable.
 * Only the last one is cached, which costs nothing if every message goes to one device.
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
