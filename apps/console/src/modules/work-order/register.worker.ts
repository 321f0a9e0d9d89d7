import { openCv } from './open-cv.ts';
import { register, type Pixels, type Registered } from './register.ts';

export interface RegisterAsked {
  before: Blob;
  after: Blob;
}
export type RegisterAnswer = { found: Registered | null } | { failed: true };

/** The part of a worker's own scope that is used here; its types cannot stand beside those of a page. */
interface Scope {
  postMessage: (answer: RegisterAnswer) => void;
  addEventListener: (type: 'message', listener: (event: { data: RegisterAsked }) => void) => void;
}
const scope = globalThis as unknown as Scope;

/** Pixels of the longer side: more finds nothing better, and takes memory. */
const sideMost = 1_600;

async function pixelsOf(blob: Blob): Promise<Pixels> {
  const whole = await createImageBitmap(blob);
  const share = Math.min(1, sideMost / Math.max(whole.width, whole.height));
  const [width, height] = [Math.round(whole.width * share), Math.round(whole.height * share)];
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('nothing can be drawn here');
  context.drawImage(whole, 0, 0, width, height);
  whole.close();
  return context.getImageData(0, 0, width, height);
}

scope.addEventListener('message', ({ data }) => {
  void Promise.all([openCv(), pixelsOf(data.before), pixelsOf(data.after)])
    .then(([{ cv }, before, after]) => scope.postMessage({ found: register(cv, before, after) }))
    .catch(() => scope.postMessage({ failed: true }));
});
