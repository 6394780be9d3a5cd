import { CLIENT_LIMITS } from '@host/contracts';
import { Input, type InputProps } from '@host/kit';
import { useMessages } from '@host/kit/messages';

import { ACCOUNTS } from '../../messages/accounts.ts';

type FieldProps = Pick<InputProps, 'value' | 'onChangeText' | 'onSubmitEditing' | 'error'> & {
  label?: string;
};

/** `blurOnSubmit: false` keeps keyboard users in the field after a validation error. */
const FIELD = { autoCapitalize: 'none', blurOnSubmit: false } as const;

/** The field for an e-mail address. */
export function EmailField({ label, ...rest }: FieldProps) {
  const t = useMessages(ACCOUNTS);
  return (
    <Input
      label={label ?? t('email')}
      autoComplete="email"
      inputMode="email"
      {...FIELD}
      {...rest}
    />
  );
}

/** The field for the current or a new password. */
export function PasswordField({ label, isNew = false, ...rest }: FieldProps & { isNew?: boolean }) {
  const t = useMessages(ACCOUNTS);
  return (
    <Input
      label={label ?? t('password')}
      secure
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...(isNew && {
        hint: t('passwordHint', { count: CLIENT_LIMITS.passwordShortest }),
      })}
      {...FIELD}
      {...rest}
    />
  );
}
