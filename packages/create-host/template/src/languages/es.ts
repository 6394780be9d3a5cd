import type { Translation } from '@host/contracts/messages';

import type { APP } from '../appMessages.ts';

/** The texts of this app in Spanish. */
export const translation: Translation<typeof APP> = {
  app: {
    starting: 'Iniciando',
    notStarted: 'No se ha podido iniciar la aplicación.',
    loading: 'Cargando',
    notLoaded: 'No se ha podido cargar la lista.',
    mayItUse:
      '{permission, select, user {¿Puede ver tu nombre y tu foto?} email {¿Puede ver tu correo electrónico?} push {¿Puede enviarte notificaciones?} other {¿Puede usar esto: {permission}?}}',
    allow: 'Permitir',
    notNow: 'Ahora no',
  },
};
