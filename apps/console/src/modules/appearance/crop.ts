import { limits, readPictureHeader } from '@eyrie/domain';

/** Part of a picture, as shares of its width and height. */
export interface Cut {
  /** Share of the picture's width and height that is kept: 0.1 to 1. */
  size: number;
  /** Where the middle lies, 0 to 1. */
  x: number;
  y: number;
}

export const wholeCut: Cut = { size: 1, x: 0.5, y: 0.5 };
export const smallestCut = 0.1;

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Keeps a cut inside its picture. */
export const clampCut = ({ size, x, y }: Cut): Cut => {
  const held = within(size, smallestCut, 1);
  return { size: held, x: within(x, held / 2, 1 - held / 2), y: within(y, held / 2, 1 - held / 2) };
};

/** The cut in pixels of the picture. */
export const cutPixels = (cut: Cut, width: number, height: number) => {
  const { size, x, y } = clampCut(cut);
  return {
    left: Math.round((x - size / 2) * width),
    top: Math.round((y - size / 2) * height),
    width: Math.max(1, Math.round(size * width)),
    height: Math.max(1, Math.round(size * height)),
  };
};

export type PictureFault = 'imageFormat' | 'imageDimensions' | 'imageSlow';

/** Opens a chosen picture. Its kind is told by its content; size is judged before it is unpacked. */
export const openPicture = async (
  file: File,
): Promise<{ bitmap: ImageBitmap; type: string } | { fault: PictureFault }> => {
  const header = readPictureHeader(new Uint8Array(await file.arrayBuffer()));
  if (!header || header.frames > 1) return { fault: 'imageFormat' };
  const { width, height } = header;
  const { imageSide, imagePixels, imageLoad } = limits.appearance;
  if (Math.max(width, height) > imageSide || width * height > imagePixels)
    return { fault: 'imageDimensions' };
  const type = `image/${header.format}`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gaveUp = false;
  const late = new Promise<{ fault: PictureFault }>((resolve) => {
    timer = setTimeout(() => {
      gaveUp = true;
      resolve({ fault: 'imageSlow' });
    }, imageLoad);
  });
  try {
    const opened = createImageBitmap(new Blob([file], { type })).then(
      (bitmap) => {
        // Nobody waits for it any more, and it holds as much memory as its pixels take.
        if (gaveUp) bitmap.close();
        return { bitmap, type };
      },
      () => ({ fault: 'imageFormat' as const }),
    );
    return await Promise.race([opened, late]);
  } finally {
    clearTimeout(timer);
  }
};

const encoded = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

/** Cuts a picture out, no larger than a display, and small enough to be sent. Null when that cannot be. */
export const cutOut = async (bitmap: ImageBitmap, cut: Cut, type: string): Promise<Blob | null> => {
  const { left, top, width, height } = cutPixels(cut, bitmap.width, bitmap.height);
  const { imageWidth, imageHeight, imageBytes } = limits.appearance;
  const scale = Math.min(1, imageWidth / width, imageHeight / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, left, top, width, height, 0, 0, canvas.width, canvas.height);
  // A picture with holes stays one as long as it is small enough.
  const attempts: [string, number?][] = [
    ...(type === 'image/png' ? [['image/png'] as [string]] : []),
    ['image/jpeg', 0.92],
    ['image/jpeg', 0.8],
    ['image/jpeg', 0.6],
  ];
  for (const [format, quality] of attempts) {
    const blob = await encoded(canvas, format, quality);
    if (blob && blob.size <= imageBytes) return blob;
  }
  return null;
};
