import type { Translation } from '@host/contracts/messages';

import type { KIT } from '../language/kitMessages.ts';

/** The components' texts, in Chinese. */
export const translation: Translation<typeof KIT> = {
  kit: {
    back: '返回',
    close: '关闭',
    loading: '正在加载',
    loadingList: '{label}：正在加载',
    refresh: '刷新',
    empty: '这里还什么都没有',
    failed: '出了点问题',
    retry: '重试',
    showEntered: '显示输入的内容',
    hideEntered: '隐藏输入的内容',
  },
};
