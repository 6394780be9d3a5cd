import type { Translation } from '@host/contracts/messages';

import type { KIT } from '../language/kitMessages.ts';

/** The components' texts, in Spanish. */
export const translation: Translation<typeof KIT> = {
  kit: {
    back: 'Atrás',
    close: 'Cerrar',
    loading: 'Cargando',
    loadingList: '{label}: cargando',
    refresh: 'Actualizar',
    empty: 'Aquí no hay nada todavía',
    failed: 'Algo ha salido mal',
    retry: 'Reintentar',
    showEntered: 'Mostrar lo que has escrito',
    hideEntered: 'Ocultar lo que has escrito',
  },
};
