import { useFocusEffect } from '@react-navigation/native';
import { useCallback, useState } from 'react';

import { readFavourites, writeFavourites } from '../services/favourites';

/** The ids of the favourites; each screen reloads them when it is focused. */
export function useFavourites() {
  const [favourites, setFavourites] = useState<readonly string[]>([]);

  useFocusEffect(
    useCallback(() => {
      let isCurrent = true;
      void readFavourites().then((ids) => isCurrent && setFavourites(ids));
      return () => {
        isCurrent = false;
      };
    }, []),
  );

  const toggle = async (id: string) => {
    const others = favourites.filter((favourite) => favourite !== id);
    const changed = others.length < favourites.length ? others : [...favourites, id];
    await writeFavourites(changed);
    setFavourites(changed);
  };
  return { favourites, toggle };
}
