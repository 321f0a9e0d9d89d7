import { followDisplay } from '../platform/display.ts';
import { chooseLanguage } from '../platform/language.ts';
import { resumeSession, signedOutElsewhere } from '../platform/session.ts';
import { onKeptElsewhere } from '../platform/storage.ts';
import { followTheme } from '../platform/theme.ts';

/** What is chosen in one tab of a browser holds in all of them, and who signs in again in one is in again in all. */
export const followOtherTabs = (): void =>
  onKeptElsewhere((name, value) => {
    if (value === null) return;
    if (name === 'signingOut') void signedOutElsewhere();
    if (name === 'language' && typeof value === 'string') void chooseLanguage(value);
    if (name === 'theme') followTheme(value);
    if (name === 'display') followDisplay(value);
    // Kept by every sign-in.
    if (name === 'menu') resumeSession().catch(() => undefined);
  });
