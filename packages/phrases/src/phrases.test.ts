import { describe, expect, it } from 'vitest';
import { firstPhrases } from './first.ts';
import { languageOf, languages, phrases } from './index.ts';

/**
 * Names and kinds of the arguments of an ICU message, such as `count:plural`; branches of plural and
 * select are read too. Throws on unbalanced braces.
 */
const argumentsOf = (message: string): string[] => {
  const found = new Set<string>();
  const read = (start: number, depth: number): number => {
    let at = start;
    while (at < message.length) {
      if (message[at] === '}') {
        if (depth === 0) throw new Error(`stray } in ${message}`);
        return at + 1;
      }
      at = message[at] === '{' ? argument(at + 1) : at + 1;
    }
    if (depth > 0) throw new Error(`missing } in ${message}`);
    return at;
  };
  const argument = (start: number): number => {
    const head = /^\s*(\w+)\s*(?:,\s*(\w+)\s*)?([,}])/.exec(message.slice(start));
    if (!head) throw new Error(`broken argument in ${message}`);
    found.add(`${head[1]}:${head[2] ?? 'value'}`);
    let at = start + head[0].length;
    if (head[3] === '}') return at;
    for (;;) {
      const branch = /^\s*(?:[=\w]+\s*\{|\})/.exec(message.slice(at));
      if (!branch) throw new Error(`broken branch in ${message}`);
      at += branch[0].length;
      if (branch[0].endsWith('}')) return at;
      at = read(at, 1);
    }
  };
  read(0, 0);
  return [...found].toSorted();
};

describe('the reader of arguments', () => {
  it('finds names and kinds, also inside branches', () => {
    expect(argumentsOf('{a} of {n, plural, one {# {b}} other {#}}')).toEqual([
      'a:value',
      'b:value',
      'n:plural',
    ]);
  });
  it('refuses unbalanced braces', () => {
    expect(() => argumentsOf('{a')).toThrow(/broken argument/);
    expect(() => argumentsOf('a}')).toThrow(/stray/);
  });
});

describe.each(languages)('phrases in %s', (language) => {
  const source = phrases('zh-CN');
  const words = phrases(language);

  it('has exactly the ids of the source', () => {
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(source).toSorted());
  });
  it('takes the same arguments as the source', () => {
    const differing = Object.entries(words).filter(([id, text]) => {
      const ours = argumentsOf(text).map((entry) => entry.replace(/:plural|:value/, ''));
      const theirs = argumentsOf(source[id as keyof typeof source]).map((entry) =>
        entry.replace(/:plural|:value/, ''),
      );
      return ours.join() !== theirs.join();
    });
    expect(differing).toEqual([]);
  });
  it('leaves no text empty and breaks no tag', () => {
    const bad = Object.entries(words).filter(([, text]) => text.trim() === '' || text.includes('<'));
    expect(bad).toEqual([]);
  });
  it('prefixes each id with its word', () => {
    for (const id of Object.keys(words)) expect(id).toMatch(/^[a-z][a-zA-Z]*\.\S+$/);
  });
  it('gives the sign-in page its part unchanged', () => {
    expect(words).toMatchObject(firstPhrases[language]);
  });
  it('gives the sign-in page what a sign-in is refused for, and nothing of docks and routes', () => {
    expect(firstPhrases[language]).toHaveProperty(['refusal.wrongPassword']);
    expect(firstPhrases[language]).not.toHaveProperty(['refusal.kmzTooBig']);
    expect(words).toHaveProperty(['refusal.kmzTooBig']);
  });
});

describe('phrases of the planner in Chinese', () => {
  it('write units as figures do', () => {
    const own = Object.entries(phrases('zh-CN')).filter(([id]) => id.startsWith('planner.'));
    expect(own.length).toBeGreaterThan(100);
    expect(own.filter(([, text]) => /米/.test(text))).toEqual([]);
    expect(phrases('zh-CN')['unit.metre']).toBe('m');
  });
});

describe('phrases in Arabic', () => {
  // The Arabic nought is a dot at half height: beside a figure a dividing dot makes 130 s of 13 s.
  it('put no dot beside a figure', () => {
    const misread = Object.entries(phrases('ar')).filter(([, text]) => /[·•]\s*\{|\}\s*[·•]/u.test(text));
    expect(misread).toEqual([]);
  });
});

describe('choosing a language', () => {
  it.each([
    [null, 'zh-CN'],
    ['*', 'zh-CN'],
    ['fr', 'zh-CN'],
    ['en-GB,en;q=0.9', 'en'],
    ['fr;q=1, ar;q=0.8, en;q=0.5', 'ar'],
    ['ar;q=0, en', 'en'],
    ['zh-TW', 'zh-CN'],
  ])('%s gives %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
