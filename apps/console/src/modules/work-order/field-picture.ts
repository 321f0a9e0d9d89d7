import { limits } from '@eyrie/domain';

/** Bytes up to which a photo stays as the camera made it, with the place and moment that stand in it. */
const asItIs = 1_500_000;
/** Longest side of a larger one, pixels. */
const longest = 2_048;

/** The browser cannot read it as a picture. */
class NoPicture extends Error {}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(reader.error ?? new NoPicture()));
    reader.readAsDataURL(blob);
  });

const smaller = async (file: Blob): Promise<Blob> => {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new NoPicture();
  });
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null): void => (blob ? resolve(blob) : reject(new NoPicture()));
    canvas.toBlob(take, 'image/jpeg', 0.85);
  });
};

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * A photo of a phone as it is kept and sent: as it is where it is small, else smaller.
 * @throws NoPicture where the browser cannot read it
 */
export const pictureForField = async (file: File): Promise<{ picture: string; ending: string }> => {
  const own = endings[file.type];
  if (own !== undefined && file.size <= Math.min(asItIs, limits.workOrder.fieldPhotoBytes)) {
    const bitmap = await createImageBitmap(file).catch(() => {
      throw new NoPicture();
    });
    bitmap.close();
    return { picture: await dataUrl(file), ending: own };
  }
  return { picture: await dataUrl(await smaller(file)), ending: 'jpg' };
};

/** The file behind a data URL. */
export const fileOfPicture = (picture: string, name: string): File => {
  const [head = '', body = ''] = picture.split(',', 2);
  const bytes = Uint8Array.from(atob(body), (letter) => letter.codePointAt(0) ?? 0);
  return new File([bytes], name, { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/jpeg' });
};
