/** What a page shows and says, judged without knowing the page. */
import type { Page } from '@playwright/test';
import { languages, phrases, type Language } from '../../packages/phrases/src/index.ts';

const ids = new Set<string>(Object.keys(phrases('en')));

/** Whole texts of the other languages that are nothing in this one. Short ones may be units or names. */
function foreignTo(language: Language): ReadonlySet<string> {
  const own = new Set<string>(Object.values(phrases(language)));
  const texts = languages
    .filter((one) => one !== language)
    .flatMap((one) => Object.values<string>(phrases(one)))
    .filter((text) => !own.has(text) && !/[{<]/.test(text) && text.length > 3);
  return new Set(texts);
}

/** Every text and label that can be seen or heard. Names (`bdi`), code and parts that name their language say what they want. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const free = 'bdi, code, pre, svg, style, script, [lang]:not(html)';
    const texts: string[] = [];
    const add = (text: string | null): void => {
      if (text?.trim()) texts.push(text.trim());
    };
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode())
      if (!nodes.currentNode.parentElement?.closest(free)) add(nodes.currentNode.textContent);
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (!element.closest(free)) add(element.getAttribute(name));
    return [...new Set(texts), document.title];
  });

/** Ids in place of texts, values that no program meant to show, and texts of another language. */
export async function faultsOfText(page: Page, language: Language): Promise<string[]> {
  const foreign = foreignTo(language);
  return (await textsOf(page)).flatMap((text) => {
    if (text.split(/\s/).some((word) => ids.has(word))) return [`id: ${text}`];
    if (/\b(undefined|NaN|null)\b|\[object |\{\w+\}/.test(text)) return [`value: ${text}`];
    return foreign.has(text) ? [`foreign: ${text}`] : [];
  });
}
