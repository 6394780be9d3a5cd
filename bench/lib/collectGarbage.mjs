// Loaded into a server whose memory is measured: what nobody needs any more is no part of it.
process.on('SIGUSR2', () => globalThis.gc());
