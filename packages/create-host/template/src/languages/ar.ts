import type { Translation } from '@host/contracts/messages';

import type { APP } from '../appMessages.ts';

/** The texts of this app in Arabic. */
export const translation: Translation<typeof APP> = {
  app: {
    starting: 'جارٍ بدء التشغيل',
    notStarted: 'تعذّر بدء تشغيل التطبيق.',
    loading: 'جارٍ التحميل',
    notLoaded: 'تعذّر تحميل القائمة.',
    mayItUse:
      '{permission, select, user {هل تسمح برؤية اسمك وصورتك؟} email {هل تسمح برؤية بريدك الإلكتروني؟} push {هل تسمح بإرسال إشعارات إليك؟} other {هل تسمح باستخدام: {permission}؟}}',
    allow: 'سماح',
    notNow: 'ليس الآن',
  },
};
