import * as v from 'valibot';

const PASSWORD_MIN_LENGTH = 6;

/** The fields of a form for a new password, which is typed twice. */
export const newPasswordFields = {
  password: v.pipe(v.string(), v.nonEmpty('required'), v.minLength(PASSWORD_MIN_LENGTH, 'passwordTooShort')),
  confirmPassword: v.pipe(v.string(), v.nonEmpty('required')),
};

interface TypedTwice {
  readonly password: string;
  readonly confirmPassword: string;
}

export const isTypedTwice = ({ password, confirmPassword }: TypedTwice) => password === confirmPassword;
