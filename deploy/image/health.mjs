// Ends with 0 when the server of this container lives: images for production have no curl.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/health`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => undefined);
process.exit(answer?.status === 200 ? 0 : 1);
