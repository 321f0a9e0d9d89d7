// Before the library: it makes its functions as soon as it is read.
import './text-functions-forbidden.ts';
import library from '@techstark/opencv-js';
import type { OpenCv } from './register.ts';

/** As it is read: its functions come once the compiled code is there. It has a `then` that answers itself, so it is never awaited. */
const loaded = library as unknown as Partial<OpenCv> & { onRuntimeInitialized?: () => void };

const ready =
  loaded.Mat === undefined
    ? new Promise<void>((resolve) => {
        loaded.onRuntimeInitialized = resolve;
      })
    : Promise.resolve();

/** OpenCV, 11 MB, without a function that is made out of text. */
export const openCv = (): Promise<{ cv: OpenCv }> => ready.then(() => ({ cv: loaded as OpenCv }));
