import { lazyPart } from '../../platform/loading.ts';

export { SignInForm } from './sign-in-form.tsx';
/** Comes when it is asked for: the sign-in page must not carry it. */
export const ChangePasswordForm = lazyPart(async () => ({
  default: (await import('./change-password-form.tsx')).ChangePasswordForm,
}));
