import { CLIENT_LIMITS } from '@host/contracts';
import { Input, type InputProps } from '@host/kit';

type FieldProps = Pick<InputProps, 'value' | 'onChangeText' | 'onSubmitEditing' | 'error'> & {
  label?: string;
};

/** Whoever works with the keyboard stays in the field when something was wrong. */
const FIELD = { autoCapitalize: 'none', blurOnSubmit: false } as const;

/** Where somebody enters their e-mail address. */
export function EmailField({ label = 'E-mail address', ...rest }: FieldProps) {
  return <Input label={label} autoComplete="email" inputMode="email" {...FIELD} {...rest} />;
}

/** Where somebody enters their password, or chooses a new one. */
export function PasswordField({
  label = 'Password',
  isNew = false,
  ...rest
}: FieldProps & { isNew?: boolean }) {
  return (
    <Input
      label={label}
      secure
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...(isNew && { hint: `At least ${CLIENT_LIMITS.passwordShortest} characters` })}
      {...FIELD}
      {...rest}
    />
  );
}
