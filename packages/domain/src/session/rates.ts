import { limits } from '../limits.ts';

export const captchaRate = { name: 'captcha', perMinute: limits.captcha.perAddressPerMinute };
/** Of every way to sign in, together. */
export const signInRate = { name: 'login', perMinute: limits.login.perAddressPerMinute };
