import type { Translation } from '@host/contracts/messages';

import type { MAIL } from '../mailMessages.ts';
import type { PERSON } from '../personMessages.ts';

/** The server's texts for people, in Spanish. */
export const translation: Translation<typeof MAIL | typeof PERSON> = {
  person: {
    unnamed: 'Sin nombre',
  },
  mail: {
    ignore: 'Si no has sido tú, ignora este correo: no cambia nada.',
    'reset.subject': 'Elige una contraseña nueva para {host}',
    'reset.text':
      'Alguien ha pedido una contraseña nueva para tu cuenta en {host}.\nEl enlace funciona una vez, durante una hora.',
    'reset.action': 'Elegir una contraseña nueva',
    'sign-up.subject': 'Confirma tu cuenta en {host}',
    'sign-up.text':
      'Alguien quiere crear una cuenta en {host} con esta dirección de correo.\nSi has sido tú, abre el enlace y escribe la contraseña que elegiste. El enlace funciona durante un día.\nSi no has sido tú, ignora este correo: sin la contraseña no se creará ninguna cuenta.',
    'sign-up.action': 'Confirmar la cuenta',
    'verify.subject': 'Verifica tu dirección de correo para {host}',
    'verify.text':
      'Alguien quiere usar esta dirección de correo para su cuenta en {host}.\nSi has sido tú, abre el enlace donde hayas iniciado sesión. El enlace funciona durante un día.',
    'verify.action': 'Verificar esta dirección',
    'address-taken.subject': 'Ya tienes una cuenta en {host}',
    'address-taken.text':
      'Alguien quería crear una cuenta en {host} con esta dirección de correo. Ya tienes una.\nSi has sido tú, inicia sesión; si no recuerdas la contraseña, allí puedes elegir una nueva.',
    'address-taken.action': 'Iniciar sesión',
    'address-wanted.subject': 'Alguien quería usar tu dirección de correo en {host}',
    'address-wanted.text':
      'Alguien quería usar esta dirección de correo para otra cuenta en {host}. Pertenece a la tuya y seguirá siendo así.',
    'password-changed.subject': 'Tu contraseña de {host} ha cambiado',
    'password-changed.text':
      'La contraseña de tu cuenta en {host} ha cambiado. Se ha cerrado la sesión en los demás sitios.\nSi no has sido tú, elige ahora una contraseña nueva.',
    'password-changed.action': 'He olvidado mi contraseña',
    'email-changed.subject': 'Tu dirección de correo de {host} ha cambiado',
    'email-changed.text':
      'Tu cuenta en {host} tiene ahora otra dirección de correo. Los mensajes sobre ella se enviarán allí, y con ella inicias sesión.\nSi no has sido tú, avisa cuanto antes a quien gestiona {host}.',
  },
};
