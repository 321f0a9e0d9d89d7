import { languages } from '@eyrie/phrases/words';
import type { ReactNode } from 'react';
import { chooseLanguage, useLanguage } from './language.ts';
import { useFirstText } from './text.tsx';
import './language-choice.css';

/** The languages of the product, each in its own words. */
export function LanguageChoice(): ReactNode {
  const text = useFirstText();
  const current = useLanguage((state) => state.language);
  return (
    <fieldset className="language-choice">
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
