import type { Translation } from '@host/contracts/messages';

import type { RUNTIME } from '../common/runtimeMessages.ts';
import type { DEVELOPMENT } from '../development/developmentMessages.ts';

/** The texts of the views around mini-apps, in Arabic. */
export const translation: Translation<typeof RUNTIME | typeof DEVELOPMENT> = {
  runtime: {
    loading: 'جارٍ تحميل التطبيق المصغّر',
    failed: 'حدث خطأ ما',
    retry: 'إعادة المحاولة',
    close: 'إغلاق',
    update: 'حدِّث التطبيق',
    updateTo: '{problem} الإصدار المطلوب: {version}.',
    unavailable: 'غير متاح',
    'failure.not-found': 'هذا التطبيق المصغّر غير متاح.',
    'failure.suspended': 'أوقف المشغّل هذا التطبيق المصغّر.',
    'failure.host-too-old': 'يحتاج هذا التطبيق المصغّر إلى إصدار أحدث من التطبيق.',
    'failure.not-compatible': 'لا يتوافق هذا التطبيق المصغّر مع هذا الإصدار من التطبيق.',
    'failure.offline': 'لا يوجد اتصال، ولم يُفتح هذا التطبيق المصغّر هنا من قبل.',
    'failure.timeout': 'استغرق الأمر وقتًا طويلًا.',
    'failure.unavailable': 'الخدمة لا تستجيب كما ينبغي.',
    'failure.integrity': 'ما تم تنزيله ليس ما نُشر، لذلك لم يُشغَّل.',
    'failure.signature': 'هذا التطبيق المصغّر غير موقَّع من ناشره، لذلك لم يُشغَّل.',
    'failure.isolation': 'يحتاج هذا التطبيق المصغّر إلى إطار معزول لا يوفّره هذا التطبيق.',
    'failure.load-failed': 'تعذّر تحميل هذا التطبيق المصغّر.',
    'failure.crashed-on-start': 'تعطّل هذا التطبيق المصغّر عند بدء تشغيله.',
    'failure.hung': 'لم يبدأ هذا التطبيق المصغّر في الوقت المحدد.',
    'failure.misbehaved': 'أُوقف هذا التطبيق المصغّر لأنه استهلك من التطبيق أكثر مما يُسمح له.',
    'failure.crashed': 'توقّف هذا التطبيق المصغّر عن العمل.',
  },
  development: {
    intro:
      'شغّل miniapp start في مجلد تطبيقك المصغّر. يُفتح هنا بما يوفّره هذا المضيف، ويُفتح من جديد كلما حفظت ملفًا.',
    address: 'عنوان miniapp start',
    open: 'فتح',
    toolbar: '{name} قيد التطوير',
    reload: 'إعادة التحميل',
    leave: 'مغادرة',
    doesNotBuild: 'فشل البناء',
    working: 'جارٍ البناء',
    building: 'جارٍ البناء…',
    built: 'محدَّث',
    failed: 'احفظ التصحيح: يُبنى من جديد فورًا',
    lost: 'لم يعد miniapp start يجيب؛ تتواصل المحاولة',
    addressOnMachine: 'أدخل عنوانًا على هذا الجهاز، مثل http://localhost:9002.',
    addressInNetwork: 'أدخل عنوانًا في هذه الشبكة، مثل http://localhost:9002.',
    nobodyAnswers: 'لا يجيب أي تطبيق مصغّر على {origin}. هل يعمل `miniapp start` هناك؟',
  },
};
