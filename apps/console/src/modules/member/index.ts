import { lazy } from 'react';

export { SignInForm } from './sign-in-form.tsx';
/** Comes when it is asked for: the sign-in page must not carry it. */
export const ChangePasswordForm = lazy(async () => ({
  default: (await import('./change-password-form.tsx')).ChangePasswordForm,
}));
