import type { Translation } from '@host/contracts/messages';

import type { MAIL } from '../mailMessages.ts';
import type { PERSON } from '../personMessages.ts';

/** The server's texts for people, in Arabic. */
export const translation: Translation<typeof MAIL | typeof PERSON> = {
  person: {
    unnamed: 'بدون اسم',
  },
  mail: {
    ignore: 'إذا لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة: لن يتغيّر شيء.',
    'reset.subject': 'تعيين كلمة مرور جديدة على {host}',
    'reset.text': 'طلب أحدهم كلمة مرور جديدة لحسابك على {host}.\nيعمل الرابط مرة واحدة، لمدة ساعة.',
    'reset.action': 'تعيين كلمة مرور جديدة',
    'sign-up.subject': 'أكِّد حسابك على {host}',
    'sign-up.text':
      'يريد أحدهم إنشاء حساب على {host} بهذا البريد الإلكتروني.\nإذا كنت أنت، فافتح الرابط وأدخل كلمة المرور التي اخترتها. يعمل الرابط لمدة يوم.\nإذا لم تكن أنت، فتجاهل هذه الرسالة: لن يُنشأ حساب دون كلمة المرور.',
    'sign-up.action': 'تأكيد الحساب',
    'verify.subject': 'أكِّد بريدك الإلكتروني على {host}',
    'verify.text':
      'يريد أحدهم استخدام هذا البريد الإلكتروني لحسابه على {host}.\nإذا كنت أنت، فافتح الرابط حيث سجّلت الدخول. يعمل الرابط لمدة يوم.',
    'verify.action': 'تأكيد هذا العنوان',
    'address-taken.subject': 'لديك حساب على {host}',
    'address-taken.text':
      'أراد أحدهم إنشاء حساب على {host} بهذا البريد الإلكتروني. لديك حساب بالفعل.\nإذا كنت أنت، فسجّل الدخول؛ وإذا لم تتذكر كلمة المرور، يمكنك تعيين كلمة جديدة هناك.',
    'address-taken.action': 'تسجيل الدخول',
    'address-wanted.subject': 'أراد أحدهم استخدام بريدك الإلكتروني على {host}',
    'address-wanted.text':
      'أراد أحدهم استخدام هذا البريد الإلكتروني لحساب آخر على {host}. إنه تابع لحسابك وسيبقى كذلك.',
    'password-changed.subject': 'تم تغيير كلمة مرورك على {host}',
    'password-changed.text':
      'تم تغيير كلمة مرور حسابك على {host}. تم تسجيل خروجك من كل مكان آخر.\nإذا لم تكن أنت، فعيّن كلمة مرور جديدة الآن.',
    'password-changed.action': 'نسيت كلمة المرور',
    'email-changed.subject': 'تم تغيير بريدك الإلكتروني على {host}',
    'email-changed.text':
      'أصبح لحسابك على {host} بريد إلكتروني آخر. تُرسل إليه الرسائل المتعلقة بالحساب، وتسجّل الدخول به.\nإذا لم تكن أنت، فأبلغ من يدير {host} فورًا.',
  },
};
