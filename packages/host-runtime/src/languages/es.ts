import type { Translation } from '@host/contracts/messages';

import type { RUNTIME } from '../common/runtimeMessages.ts';

/** What stands in the place of a mini-app says, in Spanish. */
export const translation: Translation<typeof RUNTIME> = {
  runtime: {
    loading: 'Cargando la miniapp',
    failed: 'Algo ha salido mal',
    retry: 'Reintentar',
    close: 'Cerrar',
    update: 'Actualiza la aplicación',
    updateTo: '{problem} Se necesita la versión {version}.',
    unavailable: 'No disponible',
    'failure.not-found': 'Esta miniapp no está disponible.',
    'failure.suspended': 'El responsable ha detenido esta miniapp.',
    'failure.host-too-old': 'Esta miniapp necesita una versión más reciente de la aplicación.',
    'failure.not-compatible': 'Esta miniapp no es compatible con esta versión de la aplicación.',
    'failure.offline': 'No hay conexión y esta miniapp no se había abierto aquí antes.',
    'failure.timeout': 'Ha tardado demasiado.',
    'failure.unavailable': 'El servicio no responde como debería.',
    'failure.integrity': 'Lo que se descargó no es lo que se publicó, así que no se ha ejecutado.',
    'failure.signature': 'Esta miniapp no está firmada por su editor, así que no se ha ejecutado.',
    'failure.isolation': 'Esta miniapp necesita un marco aislado que esta aplicación no ofrece.',
    'failure.load-failed': 'No se ha podido cargar esta miniapp.',
    'failure.crashed-on-start': 'Esta miniapp ha fallado al iniciarse.',
    'failure.hung': 'Esta miniapp no se ha iniciado a tiempo.',
    'failure.misbehaved':
      'Se ha detenido esta miniapp: ocupaba más de la aplicación de lo permitido.',
    'failure.crashed': 'Esta miniapp ha dejado de funcionar.',
  },
};
