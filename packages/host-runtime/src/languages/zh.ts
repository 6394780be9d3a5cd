import type { Translation } from '@host/contracts/messages';

import type { RUNTIME } from '../common/runtimeMessages.ts';
import type { DEVELOPMENT } from '../development/developmentMessages.ts';

/** The texts of the views around mini-apps, in Chinese. */
export const translation: Translation<typeof RUNTIME | typeof DEVELOPMENT> = {
  runtime: {
    loading: '正在加载小程序',
    failed: '出了点问题',
    retry: '重试',
    close: '关闭',
    update: '请更新应用',
    updateTo: '{problem}需要 {version} 版本。',
    unavailable: '不可用',
    'failure.not-found': '此小程序不可用。',
    'failure.suspended': '此小程序已被运营者停用。',
    'failure.host-too-old': '此小程序需要更新版本的应用。',
    'failure.not-compatible': '此小程序与当前应用版本不兼容。',
    'failure.offline': '没有网络连接，而且此小程序从未在这里打开过。',
    'failure.timeout': '等待时间过长。',
    'failure.unavailable': '服务没有正常响应。',
    'failure.integrity': '下载的内容与发布的内容不一致，因此没有运行。',
    'failure.signature': '此小程序没有发布者的签名，因此没有运行。',
    'failure.isolation': '此小程序需要独立的运行框架，而此应用不提供。',
    'failure.load-failed': '无法加载此小程序。',
    'failure.crashed-on-start': '此小程序启动时出错。',
    'failure.hung': '此小程序未能及时启动。',
    'failure.misbehaved': '此小程序占用的资源超出允许范围，已被停止。',
    'failure.crashed': '此小程序已停止运行。',
  },
  development: {
    intro:
      '在小程序的文件夹中运行 miniapp start，它会在这里打开并使用此宿主提供的能力，每次保存文件后都会重新打开。',
    address: 'miniapp start 的地址',
    open: '打开',
    toolbar: '开发中的{name}',
    reload: '重新加载',
    leave: '离开',
    doesNotBuild: '构建失败',
    working: '正在构建',
    building: '正在构建…',
    built: '已是最新',
    failed: '保存修改后会立即重新构建',
    lost: 'miniapp start 没有响应，正在继续尝试',
    addressOnMachine: '请输入本机地址，例如 http://localhost:9002。',
    addressInNetwork: '请输入此网络中的地址，例如 http://localhost:9002。',
    nobodyAnswers: '{origin} 没有小程序响应。那里运行了 `miniapp start` 吗？',
  },
};
