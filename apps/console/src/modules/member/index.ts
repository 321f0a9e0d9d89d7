export { ChangePasswordForm } from './change-password-form.tsx';
export { SignInForm } from './sign-in-form.tsx';
