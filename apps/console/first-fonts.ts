import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { firstPhrases } from '@eyrie/phrases/first';
import { facesOf, piecesOf, rangeOf, type Piece } from './font-pieces.ts';

/** Name of these fonts; it stands before the whole fonts in the list of the page. */
const family = 'Eyrie First';
/** What each font is asked for: slices also name characters that they do not have. Latin is left to the system's. */
const scripts = {
  '@fontsource-variable/noto-sans-sc': /[\u2e80-\u9fff\uff00-\uffef]/g,
  '@fontsource-variable/noto-naskh-arabic': /[\u0600-\u06ff]/g,
};

const require = createRequire(import.meta.url);

const charactersShown = (script: RegExp): string[] => [
  ...new Set(
    Object.values(firstPhrases)
      .flatMap((phrases) => Object.values(phrases))
      .join('')
      .match(script),
  ),
];

interface Made {
  name: string;
  bytes: Uint8Array;
  rule: string;
}

const hashOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 8);

async function make(folder: string, { file, characters }: Piece): Promise<Made> {
  const bytes = await subsetFont(readFileSync(join(folder, file)), characters.join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  });
  const name = `first-${hashOf(bytes)}.woff2`;
  return {
    name,
    bytes,
    rule: `@font-face{font-family:'${family}';font-weight:400 700;font-display:swap;src:url(./${name}) format('woff2');unicode-range:${rangeOf(characters)}}`,
  };
}

async function makeAll(): Promise<Made[]> {
  const made = Object.entries(scripts).map(async ([one, script]) => {
    const sheet = require.resolve(`${one}/index.css`);
    const pieces = piecesOf(facesOf(readFileSync(sheet, 'utf8')), charactersShown(script));
    return await Promise.all(pieces.map((piece) => make(dirname(sheet), piece)));
  });
  return (await Promise.all(made)).flat();
}

/**
 * Chinese and Arabic of the sign-in page in fonts of our own: the whole fonts come behind the sign-in, and where the
 * system has none, boxes would stand there until then. Only characters of the page's own texts are in them.
 */
export const firstFonts = (): Plugin => {
  let sheet = '';
  return {
    name: 'first-fonts',
    apply: 'build',
    async buildStart() {
      const made = await makeAll();
      for (const { name, bytes } of made)
        this.emitFile({ type: 'asset', fileName: `assets/${name}`, source: bytes });
      const rules = made.map(({ rule }) => rule).join('\n');
      sheet = `assets/first-fonts-${hashOf(rules)}.css`;
      this.emitFile({ type: 'asset', fileName: sheet, source: rules });
    },
    transformIndexHtml: () => [
      {
        tag: 'link',
        // Fetched at once and used from the first frame on: laying out with faces that have not come takes longest.
        attrs: { rel: 'stylesheet', href: `./${sheet}`, media: 'print', id: 'first-fonts' },
        injectTo: 'head',
      },
    ],
  };
};
