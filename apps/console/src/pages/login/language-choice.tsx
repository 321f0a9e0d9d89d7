import { languages } from '@eyrie/phrases/words';
import type { ReactNode } from 'react';
import { chooseLanguage, useLanguage } from '../../platform/language.ts';
import { useFirstText } from '../../platform/text.tsx';

/** The languages of the product, each in its own words. */
export function LanguageChoice(): ReactNode {
  const text = useFirstText();
  const current = useLanguage((state) => state.language);
  return (
    <fieldset className="login-languages">
      <legend className="ey-hidden">{text('app.language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => void chooseLanguage(language)}
        >
          {text(`language.${language}`)}
        </button>
      ))}
    </fieldset>
  );
}
