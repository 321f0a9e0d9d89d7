import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isColour } from '@eyrie/domain';
import { legibleOn, mixed } from '@eyrie/domain/contrast';
import type { PictureState } from './report-pictures.ts';

/** How the files of a report show whose they are, as it was when the file was asked for. */
export interface Letterhead {
  /** Name of the organisation. */
  name: string;
  /** `#rrggbb`; null: none was chosen. */
  accent: string | null;
  /** Where its logo lies among the objects; once drawn, the drawing itself: the original may be thrown away. */
  logo: { key: string } | DrawnLogo | null;
}
/** A JPEG in base64, and its pixels. */
interface DrawnLogo {
  data: string;
  width: number;
  height: number;
}

/** The first block of a file. */
export interface LetterheadBlock {
  kind: 'letterhead';
  name: string;
  colours: Colours;
  /** Pixels; `alt` is what a screen reader says of it. */
  logo: { name: string; alt: string; path: string; width: number; height: number } | null;
}

/** All `#rrggbb` on white paper. */
export interface Colours {
  /** The line below the head: a colour that nothing has to be read by. */
  rule: string;
  /** Of titles: the accent colour, darker where it could not be read. */
  ink: string;
  /** Ground of the first row of tables, which carries dark text. */
  tint: string;
}
export const plainColours: Colours = { rule: '#8a929c', ink: '#1b1f24', tint: '#eef1f4' };
const paper = '#ffffff';
/** Share of the accent colour in the ground of dark text: also of black it leaves enough contrast. */
const tintShare = 0.14;

const coloursOf = (accent: string | null): Colours => {
  if (accent === null || !isColour(accent)) return plainColours;
  const rule = accent.toLowerCase();
  return { rule, ink: legibleOn(paper, rule), tint: mixed(rule, paper, tintShare) };
};

interface Words {
  words: (id: string, values?: Record<string, string | number>) => string;
}

/** @param state what became of the logo; null: the organisation has none */
export const letterheadBlocks = (
  { words }: Words,
  letterhead: Letterhead | undefined,
  state: PictureState | null,
): (LetterheadBlock | { kind: 'note'; text: string })[] => {
  if (!letterhead) return [];
  const { name, accent } = letterhead;
  const head: LetterheadBlock = { kind: 'letterhead', name, colours: coloursOf(accent), logo: null };
  if (state === null) return [head];
  if (state.kind !== 'drawn') return [head, { kind: 'note', text: words('inspectionReport.logoUnread') }];
  const { path, width, height } = state;
  const alt = words('inspectionReport.logoAlt', { name });
  return [{ ...head, logo: { name: 'letterhead', alt, path, width, height } }];
};

/** The most that a logo takes of a page, millimetres. */
const logoMost = { width: 60, height: 16 };
/** How large a logo is drawn, millimetres. */
export const logoSize = ({
  width,
  height,
}: {
  width: number;
  height: number;
}): { width: number; height: number } => {
  const scale = Math.min(logoMost.width / width, logoMost.height / height);
  return { width: width * scale, height: height * scale };
};

/** Lays a logo that was drawn before into a folder. */
export const layLogo = async ({ data, width, height }: DrawnLogo, folder: string): Promise<PictureState> => {
  const path = join(folder, 'letterhead.jpg');
  await writeFile(path, Buffer.from(data, 'base64'), { mode: 0o600 });
  return { kind: 'drawn', path, width, height };
};

/** The drawing as it is kept with its file. */
export const drawnLogo = async (state: PictureState): Promise<DrawnLogo | null> => {
  if (state.kind !== 'drawn') return null;
  const { path, width, height } = state;
  return { data: await readFile(path, 'base64'), width, height };
};
