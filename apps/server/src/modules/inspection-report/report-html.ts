import { readFile } from 'node:fs/promises';
import type { Language } from '../../platform/http/endpoint.ts';
import { drawingSvg } from './report-coverage-drawing.ts';
import { logoSize, type Colours } from './report-letterhead.ts';
import { coloursOf, titleOf, type Block } from './report-document.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
/** Each piece keeps its direction to itself: a name in Latin letters does not turn an Arabic line around. */
const bdi = (text: string): string => `<bdi>${escaped(text)}</bdi>`;

interface Figure {
  alt: string;
  caption: readonly string[];
  width: number;
  height: number;
}
const figureOf = (source: string, { alt, caption, width, height }: Figure): string =>
  `<figure><img src="${source}" alt="${escaped(alt)}" width="${width}" height="${height}"><figcaption>${caption
    .map((line) => `<p>${bdi(line)}</p>`)
    .join('')}</figcaption></figure>`;

const blockHtml = async (block: Block): Promise<string> => {
  switch (block.kind) {
    case 'letterhead': {
      const { name, logo } = block;
      const { width = 0, height = 0 } = logo ? logoSize(logo) : {};
      const image = logo
        ? `<img src="data:image/jpeg;base64,${await readFile(logo.path, 'base64')}" alt="${escaped(logo.alt)}" style="inline-size:${width.toFixed(2)}mm;block-size:${height.toFixed(2)}mm">`
        : '';
      return `<header class="letterhead">${image}<strong>${bdi(name)}</strong></header>`;
    }
    case 'title':
      return `<h1>${bdi(block.text)}</h1>`;
    case 'heading':
      return `<h2>${bdi(block.text)}</h2>`;
    case 'note':
      return `<p class="note">${bdi(block.text)}</p>`;
    case 'text':
      return `<p>${bdi(block.text)}</p>`;
    case 'drawing': {
      const source = `data:image/svg+xml;base64,${Buffer.from(drawingSvg(block)).toString('base64')}`;
      return figureOf(source, block);
    }
    case 'picture': {
      const { path, width, height } = block.picture;
      const source = `data:image/jpeg;base64,${await readFile(path, 'base64')}`;
      return figureOf(source, { ...block, width, height });
    }
    default: {
      const row = ([first = '', ...others]: readonly string[]): string =>
        `<tr><th scope="row">${bdi(first)}</th>${others.map((cell) => `<td>${bdi(cell)}</td>`).join('')}</tr>`;
      const head = block.head.map((cell) => `<th scope="col">${bdi(cell)}</th>`).join('');
      return `<table><caption>${bdi(block.caption)}</caption><thead><tr>${head}</tr></thead><tbody>${block.rows.map(row).join('')}</tbody></table>`;
    }
  }
};

const styleOf = ({
  ink,
  rule,
  tint,
}: Colours): string => `body{font:16px/1.6 system-ui,sans-serif;max-inline-size:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
table{border-collapse:collapse;inline-size:100%;margin-block:1rem}caption{text-align:start;font-weight:600;padding-block:.5rem}
th,td{border:1px solid #8a929c;padding:.35rem .6rem;text-align:start;overflow-wrap:anywhere}thead th{background:${tint}}h1,h2{color:${ink}}
.letterhead{display:flex;align-items:center;flex-wrap:wrap;gap:.75rem;padding-block-end:.5rem;border-block-end:3px solid ${rule}}
.note,figure p{margin-block:.25rem}figure{margin:1rem 0}img{max-inline-size:100%;block-size:auto}
.note{border-inline-start:4px solid #8a929c;padding-inline-start:.75rem}`;

/** A page by itself: no script, nothing from elsewhere. */
export const reportHtml = async (blocks: readonly Block[], language: Language): Promise<string> => {
  const parts = await Promise.all(blocks.map(blockHtml));
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><title>${escaped(titleOf(blocks))}</title><style>${styleOf(coloursOf(blocks))}</style></head>
<body><main>${parts.join('\n')}</main></body></html>
`;
};
