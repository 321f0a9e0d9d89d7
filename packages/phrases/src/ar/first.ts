import { app } from './app.ts';
import { entryRefusal } from './entry-refusal.ts';
import { issue } from './issue.ts';
import { language } from './language.ts';
import { login } from './login.ts';
import { password } from './password.ts';

/** What the sign-in page needs: small enough to travel with it in every language. */
export const first = { ...app, ...issue, ...language, ...login, ...password, ...entryRefusal };
