/** The type of the first message, by which a frame knows its host. */
export const HELLO = 'host-runtime-frame';

/** Where the page of a frame leaves the port for the script that it was handed. */
export const PORT = 'hostRuntimePort';
