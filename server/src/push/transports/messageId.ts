/**
 * The key under which a message's id travels to the device among the data, so that a message that arrived twice, or over
 * two ways, is shown once.
 */
export const MESSAGE_ID_KEY = 'host_message_id';
