import type { MediaRecord } from '@eyrie/domain';
import { mergedView, photoHeadBytes, readPhotoView, type PhotoView } from '@eyrie/planner';

/** The head of a stored file, whatever a server sends beyond what was asked for. */
export async function headOf(url: string): Promise<Uint8Array> {
  const answer = await fetch(url, { headers: { range: `bytes=0-${photoHeadBytes - 1}` } });
  if (!answer.ok || !answer.body) throw new Error(`the photo was answered with ${answer.status}`);
  const head = new Uint8Array(photoHeadBytes);
  const reader = answer.body.getReader();
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const fits = part.value.subarray(0, photoHeadBytes - length);
    head.set(fits, length);
    length += fits.length;
    if (length === photoHeadBytes) break;
  }
  await reader.cancel();
  return head.subarray(0, length);
}

/**
 * From where and how a stored photo was taken: what the photo says, else what its device said of it. Nobody says what the absolute
 * height of the device is above, so that of the photo alone is taken.
 * @throws when the file cannot be read
 */
export async function viewOfMedia(media: MediaRecord): Promise<PhotoView> {
  const said = readPhotoView(await headOf(media.url));
  const { lng, lat, relativeAltitude, gimbalYaw } = media;
  return mergedView(said ?? {}, {
    lng,
    lat,
    heights: relativeAltitude === null ? {} : { relative: relativeAltitude },
    heading: gimbalYaw !== null && Math.abs(gimbalYaw) <= 180 ? gimbalYaw : null,
  });
}
