import http2 from 'node:http2';

/** Makes firebase-admin, whose address is hard-coded, talk to a server of ours. Returns a function that undoes it. */
export function redirectFirebaseTo({ origin, ca }: { origin: string; ca: string }): () => void {
  const { connect } = http2;
  http2.connect = () => {
    const session = connect(origin, { ca });
    const request = session.request.bind(session);
    // It sends `https:` as the scheme, which Google tolerates and Node's server rightly refuses.
    session.request = (headers, options) => request({ ...headers, ':scheme': 'https' }, options);
    return session;
  };
  return () => void (http2.connect = connect);
}
