import { join } from 'node:path';
import sharp from 'sharp';
import { makePixels } from '../pixels.ts';
import { answerQuestions } from '../process.ts';
import { photoAt } from './names.ts';

export type Question =
  | { what: 'make'; folder: string; photos: number; width: number; height: number }
  | { what: 'bare'; folder: string; photos: number; side: number; quality: number };

/** Photos of one flight: each a few metres further, so that no cache knows one by another. */
async function make({ folder, photos, width, height }: Extract<Question, { what: 'make' }>): Promise<void> {
  const raw = { width: width + photos, height: height + photos, channels: 3 } as const;
  const pixels = makePixels(raw.width, raw.height);
  for (let at = 0; at < photos; at += 1)
    await sharp(pixels, { raw })
      .extract({ left: at, top: at, width, height })
      .jpeg({ quality: 90 })
      .withExif({ IFD0: { Make: 'DJI', Model: 'M3E', Orientation: '1' } })
      .toFile(photoAt(folder, at));
}

/** What anybody writes who makes small pictures with the library. */
const bare = ({ folder, side, quality }: Extract<Question, { what: 'bare' }>, at: number): Promise<unknown> =>
  sharp(photoAt(folder, at))
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality })
    .toFile(join(folder, 'bare.jpg'));

answerQuestions(async (question: Question): Promise<number> => {
  // The last one, so that the library has started and holds nothing that is measured.
  if (question.what === 'bare') await bare(question, question.photos);
  const from = performance.now();
  if (question.what === 'make') await make(question);
  else for (let at = 0; at < question.photos; at += 1) await bare(question, at);
  return performance.now() - from;
});
