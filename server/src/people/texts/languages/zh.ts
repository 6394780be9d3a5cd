import type { Translation } from '@host/contracts/messages';

import type { MAIL } from '../mailMessages.ts';
import type { PERSON } from '../personMessages.ts';

/** The server's texts for people, in Chinese. */
export const translation: Translation<typeof MAIL | typeof PERSON> = {
  person: {
    unnamed: '未命名用户',
  },
  mail: {
    ignore: '如果不是你本人操作，请忽略此邮件，不会有任何更改。',
    'reset.subject': '为 {host} 设置新密码',
    'reset.text': '有人为你在 {host} 的账号申请了新密码。\n链接只能使用一次，一小时内有效。',
    'reset.action': '设置新密码',
    'sign-up.subject': '确认你在 {host} 的账号',
    'sign-up.text':
      '有人想用此邮箱在 {host} 创建账号。\n如果是你本人，请打开链接并输入你设置的密码。链接一天内有效。\n如果不是你本人，请忽略此邮件：没有密码就不会创建账号。',
    'sign-up.action': '确认账号',
    'verify.subject': '验证你在 {host} 的邮箱',
    'verify.text':
      '有人想将此邮箱用于其在 {host} 的账号。\n如果是你本人，请在已登录的设备上打开链接。链接一天内有效。',
    'verify.action': '验证此邮箱',
    'address-taken.subject': '你在 {host} 已有账号',
    'address-taken.text':
      '有人想用此邮箱在 {host} 创建账号，而你已经有账号了。\n如果是你本人，请直接登录；如果忘记了密码，可以在那里设置新密码。',
    'address-taken.action': '登录',
    'address-wanted.subject': '有人想使用你在 {host} 的邮箱',
    'address-wanted.text': '有人想将此邮箱用于 {host} 的另一个账号。此邮箱属于你的账号，不会改变。',
    'password-changed.subject': '你在 {host} 的密码已更改',
    'password-changed.text':
      '你在 {host} 的账号密码已更改，其他设备均已退出登录。\n如果不是你本人操作，请立即设置新密码。',
    'password-changed.action': '我忘记了密码',
    'email-changed.subject': '你在 {host} 的邮箱已更改',
    'email-changed.text':
      '你在 {host} 的账号已改用另一个邮箱。相关邮件将发往新邮箱，你也要用它登录。\n如果不是你本人操作，请立即告知 {host} 的运营者。',
  },
};
