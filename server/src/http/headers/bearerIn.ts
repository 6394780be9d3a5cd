/** The token in an `Authorization` header, `Bearer <token>`; undefined when there is none, or something else. */
export function bearerIn(authorization: string | undefined): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
}
