import { languageOf, languages } from '@eyrie/phrases/words';
import type { Language } from '@eyrie/phrases/words';
import type { PhraseId } from '@eyrie/phrases';
import { firstPhrases } from '@eyrie/phrases/first';
import { create } from 'zustand';
import { keep, kept } from './storage.ts';

interface LanguageState {
  language: Language;
  /** Texts by id: those of the sign-in page until the rest is asked for. */
  messages: Readonly<Record<string, string>>;
  complete: boolean;
}

const load = async (language: Language): Promise<Readonly<Record<PhraseId, string>>> => {
  if (language === 'en') return (await import('@eyrie/phrases/en')).phrases;
  if (language === 'ar') return (await import('@eyrie/phrases/ar')).phrases;
  return (await import('@eyrie/phrases/zh-CN')).phrases;
};

const stored = kept('language');
const initial = languages.find((language) => language === stored) ?? 'zh-CN';

export const useLanguage = create<LanguageState>(() => ({
  language: initial,
  messages: firstPhrases[initial],
  complete: false,
}));

/** The texts of the current language by id. */
export const useMessages = (): LanguageState['messages'] => useLanguage((state) => state.messages);

export const currentLanguage = (): Language => useLanguage.getState().language;

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** Locale for numbers and dates: Latin digits in every language, unless the member wants the language's own. */
export const localeOf = (language: Language, digits: 'latin' | 'own' = 'latin'): string =>
  language === 'ar' ? `ar-u-nu-${digits === 'own' ? 'arab' : 'latn'}` : language;

const showLanguage = (language: Language): void => {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
};
showLanguage(initial);

/** Every text of the current language; the pages behind the sign-in wait for it. */
export const loadAllPhrases = async (): Promise<void> => {
  const { language } = useLanguage.getState();
  const messages = await load(language);
  if (currentLanguage() === language) useLanguage.setState({ messages, complete: true });
  else await loadAllPhrases();
};

/** Changes the language of everything shown, and remembers it. */
export const chooseLanguage = async (wanted: string): Promise<void> => {
  const language = languageOf(wanted);
  const { complete } = useLanguage.getState();
  const messages = complete ? await load(language) : firstPhrases[language];
  keep('language', language);
  useLanguage.setState({ language, messages });
  showLanguage(language);
};
