import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Failure } from './Failure.tsx';
import { Loading } from './Loading.tsx';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** In small letters, as it stands in "Loading the versions…". */
  what: string;
  children: (data: Data) => ReactNode;
}

/** Shows what was read, that it is being read, or why it could not be. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    const words = what.charAt(0).toUpperCase() + what.slice(1);
    return <Failure what={words} error={query.error} retry={() => void query.refetch()} />;
  }
  return <Loading what={what} />;
}
