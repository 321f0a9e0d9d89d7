import type { PictureSize } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';

/** Longer than a picture of 100 MB needs on a slow line, ms. */
const readWithin = 30_000;

/** @throws when the picture does not come, or is none */
const sizeOf = async (url: string, signal: AbortSignal): Promise<PictureSize> => {
  const picture = new Image();
  picture.src = url;
  const stop = (): void => picture.removeAttribute('src');
  const late = AbortSignal.any([signal, AbortSignal.timeout(readWithin)]);
  late.addEventListener('abort', stop);
  try {
    await picture.decode();
  } finally {
    late.removeEventListener('abort', stop);
  }
  return { width: picture.naturalWidth, height: picture.naturalHeight };
};

/** Pixels of a picture as it is stored. */
export const usePictureSize = (url: string | undefined) =>
  useQuery({
    queryKey: ['pictureSize', url],
    queryFn: ({ signal }) => sizeOf(url ?? '', signal),
    enabled: url !== undefined,
    staleTime: Infinity,
    retry: false,
  });
