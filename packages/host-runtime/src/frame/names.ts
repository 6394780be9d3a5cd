/** The type of the first message, by which a frame knows its host. */
export const HELLO = 'host-runtime-frame';

/** Where a page that is handed its script leaves the port for it. */
export const PORT = 'hostRuntimePort';
