import type { PictureSize } from '@eyrie/domain';
import { queryOptions, useQuery } from '@tanstack/react-query';

/** Longer than a picture of 100 MB needs on a slow line, ms. */
const readWithin = 30_000;

/** The picture did not come in time. */
export class PictureSlow extends Error {}

/**
 * Pixels of a picture as it is stored.
 * @param within ms
 * @throws PictureSlow when the picture does not come in time; another error when it is none
 */
export const sizeOf = async (url: string, signal: AbortSignal, within = readWithin): Promise<PictureSize> => {
  const picture = new Image();
  picture.src = url;
  const ended = Promise.withResolvers<never>();
  // Taking its address away ends the request, and in some browsers leaves the wait for the picture as it is.
  const stop = (): void => {
    picture.removeAttribute('src');
    ended.reject(late.reason);
  };
  const timeout = AbortSignal.timeout(within);
  const late = AbortSignal.any([signal, timeout]);
  late.addEventListener('abort', stop);
  try {
    await Promise.race([picture.decode(), ended.promise]);
  } catch (error) {
    throw timeout.aborted ? new PictureSlow() : error;
  } finally {
    late.removeEventListener('abort', stop);
  }
  return { width: picture.naturalWidth, height: picture.naturalHeight };
};

/** The same for a page, which asks again only when a person does. */
export const pictureSizeQuery = (url: string) =>
  queryOptions({
    queryKey: ['pictureSize', url],
    queryFn: ({ signal }) => sizeOf(url, signal),
    staleTime: Infinity,
    retry: false,
  });

export const usePictureSize = (url: string | undefined) =>
  useQuery({ ...pictureSizeQuery(url ?? ''), enabled: url !== undefined });
