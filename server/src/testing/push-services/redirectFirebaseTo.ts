import http2 from 'node:http2';

/** Makes firebase-admin, which knows one address only, talk to a server of ours. Returns a function that ends that. */
export function redirectFirebaseTo({ origin, ca }: { origin: string; ca: string }): () => void {
  const { connect } = http2;
  http2.connect = () => {
    const session = connect(origin, { ca });
    const request = session.request.bind(session);
    // It sends `https:`, which Google overlooks and Node's own server rightly refuses.
    session.request = (headers, options) => request({ ...headers, ':scheme': 'https' }, options);
    return session;
  };
  return () => void (http2.connect = connect);
}
