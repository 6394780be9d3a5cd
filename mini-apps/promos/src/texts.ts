const en = {
  title: 'On offer',
  offer: 'Offer',
  offerOf: 'Offer {id}',
  failed: 'The offers could not be loaded.',
  loading: 'Loading offers',
  none: 'Nothing is on offer today',
  valid: 'Valid while stocks last.',
  remind: 'Remind me tomorrow',
  reminded: 'We will remind you tomorrow at 9',
  reminder: 'Still on offer',
  off: 'Notifications are off',
  news: 'Tell me about new offers',
  subscribed: 'You will hear of new offers',
};

type Texts = Record<keyof typeof en, string>;

const de: Texts = {
  title: 'Im Angebot',
  offer: 'Angebot',
  offerOf: 'Angebot {id}',
  failed: 'Die Angebote konnten nicht geladen werden.',
  loading: 'Angebote werden geladen',
  none: 'Heute ist nichts im Angebot',
  valid: 'Solange der Vorrat reicht.',
  remind: 'Morgen erinnern',
  reminded: 'Wir erinnern dich morgen um 9 Uhr',
  reminder: 'Noch im Angebot',
  off: 'Mitteilungen sind aus',
  news: 'Über neue Angebote informieren',
  subscribed: 'Du erfährst von neuen Angeboten',
};

const es: Texts = {
  title: 'En oferta',
  offer: 'Oferta',
  offerOf: 'Oferta {id}',
  failed: 'No se han podido cargar las ofertas.',
  loading: 'Cargando ofertas',
  none: 'Hoy no hay nada en oferta',
  valid: 'Válida hasta agotar existencias.',
  remind: 'Recordármelo mañana',
  reminded: 'Te lo recordaremos mañana a las 9',
  reminder: 'Sigue en oferta',
  off: 'Las notificaciones están desactivadas',
  news: 'Avisarme de nuevas ofertas',
  subscribed: 'Te avisaremos de nuevas ofertas',
};

const ar: Texts = {
  title: 'العروض',
  offer: 'عرض',
  offerOf: 'العرض {id}',
  failed: 'تعذّر تحميل العروض.',
  loading: 'جارٍ تحميل العروض',
  none: 'لا توجد عروض اليوم',
  valid: 'سارٍ حتى نفاد الكمية.',
  remind: 'ذكّرني غدًا',
  reminded: 'سنذكّرك غدًا الساعة 9',
  reminder: 'ما زال العرض ساريًا',
  off: 'الإشعارات متوقفة',
  news: 'أعلمني بالعروض الجديدة',
  subscribed: 'ستصلك أخبار العروض الجديدة',
};

const zh: Texts = {
  title: '优惠',
  offer: '优惠',
  offerOf: '优惠 {id}',
  failed: '无法加载优惠。',
  loading: '正在加载优惠',
  none: '今天没有优惠',
  valid: '售完即止。',
  remind: '明天提醒我',
  reminded: '我们会在明天 9 点提醒你',
  reminder: '优惠仍在进行',
  off: '通知已关闭',
  news: '有新优惠时告诉我',
  subscribed: '有新优惠时会通知你',
};

/** What this mini-app says, by language; English where the person speaks another. */
export const TEXTS = { en, de, es, ar, zh };
