/** The type of the first message, by which a frame knows its host. */
export const HELLO = 'host-runtime-frame';

/** The global in which the page of a frame leaves the port for its script. */
export const PORT = 'hostRuntimePort';
