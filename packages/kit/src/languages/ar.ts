import type { Translation } from '@host/contracts/messages';

import type { KIT } from '../language/kitMessages.ts';

/** The components' texts, in Arabic. */
export const translation: Translation<typeof KIT> = {
  kit: {
    back: 'رجوع',
    close: 'إغلاق',
    loading: 'جارٍ التحميل',
    loadingList: '{label}: جارٍ التحميل',
    refresh: 'تحديث',
    empty: 'لا يوجد شيء هنا بعد',
    failed: 'حدث خطأ ما',
    retry: 'إعادة المحاولة',
    showEntered: 'إظهار ما أدخلته',
    hideEntered: 'إخفاء ما أدخلته',
  },
};
