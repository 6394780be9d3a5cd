/** A picture that needs no network: a hill under an evening sky. */
export const PICTURE: string = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72"><rect width="72" height="72" fill="#f6a56b"/>' +
    '<circle cx="48" cy="30" r="12" fill="#fff1d6"/><path d="M0 56Q20 34 40 50T72 46V72H0Z" fill="#5a3d75"/></svg>',
)}`;
