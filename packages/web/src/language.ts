import { languageOf, languages } from '@eyrie/phrases/words';
import type { Language } from '@eyrie/phrases/words';
import type { PhraseId } from '@eyrie/phrases';
import type { FirstPhraseId } from '@eyrie/phrases/first';
import { first } from '@eyrie/phrases/first/zh-CN';
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

/** Each language of the sign-in page but the first comes in a file of its own. */
const loadFirst = async (language: Language): Promise<Readonly<Record<FirstPhraseId, string>>> => {
  if (language === 'en') return (await import('@eyrie/phrases/first/en')).first;
  if (language === 'ar') return (await import('@eyrie/phrases/first/ar')).first;
  return first;
};

const stored = kept('language');
const initial = languages.find((language) => language === stored) ?? 'zh-CN';

export const useLanguage = create<LanguageState>(() => ({
  language: initial,
  messages: first,
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

/** The texts of the sign-in page in the language that was kept. Without them it is shown in the first one. */
export const loadFirstPhrases = async (): Promise<void> => {
  if (initial === 'zh-CN') return;
  const messages = await loadFirst(initial).catch(() => first);
  if (!useLanguage.getState().complete) useLanguage.setState({ messages });
};

let chosen: Language = initial;
/** Changes the language of everything shown, and remembers it. */
export const chooseLanguage = async (wanted: string): Promise<void> => {
  const language = languageOf(wanted);
  chosen = language;
  const { complete } = useLanguage.getState();
  const messages = await (complete ? load(language) : loadFirst(language));
  // Another one may have been chosen while this one was on its way.
  if (chosen !== language) return;
  // All texts of the language before have come meanwhile.
  if (useLanguage.getState().complete !== complete) return chooseLanguage(language);
  keep('language', language);
  useLanguage.setState({ language, messages });
  showLanguage(language);
};

/** Takes the language of the browser, where nobody chose one here and the product speaks it. */
export const followBrowser = async (): Promise<void> => {
  if (kept('language') !== null) return;
  const [own = ''] = navigator.language.split('-');
  const spoken = languages.find((language) => language.split('-')[0] === own);
  if (spoken) await chooseLanguage(spoken);
};
