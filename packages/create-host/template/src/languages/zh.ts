import type { Translation } from '@host/contracts/messages';

import type { APP } from '../appMessages.ts';

/** The texts of this app in simplified Chinese. */
export const translation: Translation<typeof APP> = {
  app: {
    starting: '正在启动',
    notStarted: '无法启动应用。',
    loading: '正在加载',
    notLoaded: '无法加载列表。',
    mayItUse:
      '{permission, select, user {允许查看你的姓名和头像吗？} email {允许查看你的邮箱吗？} push {允许向你发送通知吗？} other {允许使用 {permission} 吗？}}',
    allow: '允许',
    notNow: '以后再说',
  },
};
