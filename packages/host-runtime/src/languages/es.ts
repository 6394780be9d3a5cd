import type { Translation } from '@host/contracts/messages';

import type { RUNTIME } from '../common/runtimeMessages.ts';
import type { DEVELOPMENT } from '../development/developmentMessages.ts';

/** The texts of the views around mini-apps, in Spanish. */
export const translation: Translation<typeof RUNTIME | typeof DEVELOPMENT> = {
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
  development: {
    intro:
      'Ejecuta miniapp start en la carpeta de tu miniapp. Se abre aquí con lo que le da este anfitrión, y otra vez cada vez que guardas un archivo.',
    address: 'Dirección de miniapp start',
    open: 'Abrir',
    toolbar: '{name} en desarrollo',
    reload: 'Volver a cargar',
    leave: 'Salir',
    doesNotBuild: 'No compila',
    working: 'Compilando',
    building: 'Compilando…',
    built: 'Al día',
    failed: 'Guarda la corrección: se compila de nuevo al instante',
    lost: 'miniapp start ya no responde; se sigue preguntando',
    addressOnMachine: 'Escribe una dirección de este equipo, por ejemplo http://localhost:9002.',
    addressInNetwork: 'Escribe una dirección de esta red, por ejemplo http://localhost:9002.',
    nobodyAnswers: 'Ninguna miniapp responde en {origin}. ¿Está en marcha `miniapp start` allí?',
  },
};
